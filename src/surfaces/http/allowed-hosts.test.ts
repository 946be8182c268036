import { describe, expect, test } from 'vitest'
import { allowAddresses } from './allowed-hosts.js'

const ownOnly = allowAddresses({ hosts: [], origins: [] })
const behindProxy = allowAddresses({
  hosts: ['memory.example.org', '192.168.1.5:8000'],
  origins: ['https://app.example.org', 'chrome-extension://abcdef'],
})

const from = (host: string | undefined, origin?: string, fetchSite?: string) => ({ host, origin, fetchSite })

describe('where a request is addressed to', () => {
  test.each(['localhost', 'localhost:8000', 'LOCALHOST', '127.0.0.1', '127.1.2.3:80', '[::1]', '[::1]:8000'])(
    '%s is this machine',
    (host) => {
      expect(ownOnly(from(host, undefined))).toBe(true)
      expect(behindProxy(from(host, undefined))).toBe(true)
    },
  )

  test.each([
    undefined,
    '',
    'evil.example',
    'localhost.evil.example',
    'evil.example:8000',
    '127.0.0.1.evil.example',
    '127.0.0.1@evil.example',
    'localhost:8000/evil',
    '0.0.0.0',
    '192.168.1.5',
  ])('%s is not', (host) => {
    expect(ownOnly(from(host, undefined))).toBe(false)
  })

  test.each([
    ['memory.example.org', true],
    ['Memory.Example.Org:443', true],
    ['192.168.1.5:8000', true],
    ['192.168.1.5:8001', false],
    ['evil.memory.example.org', false],
    ['memory.example.org.evil.example', false],
  ])('%s, where others are allowed: %s', (host, isAllowed) => {
    expect(behindProxy(from(host, undefined))).toBe(isAllowed)
  })
})

describe('which page a request comes from', () => {
  test('[COM8] the server’s own page may call it, under the name and port that it was asked by', () => {
    for (const host of ['localhost:8000', '127.0.0.1:8000', '[::1]:8000', 'localhost']) {
      expect(ownOnly(from(host, `http://${host}`, 'same-origin')), host).toBe(true)
    }
  })

  test.each([
    'http://localhost:5173',
    'http://127.0.0.1:8000',
    'http://[::1]:8000',
    'http://localhost',
    'https://127.0.0.1',
  ])('[COM8] %s is of this machine, but not the server’s own: it needs to be allowed by name', (origin) => {
    expect(ownOnly(from('localhost:8000', origin))).toBe(false)
    const named = allowAddresses({ hosts: [], origins: [origin] })
    expect(named(from('localhost:8000', origin, 'same-site'))).toBe(true)
    expect(named(from('localhost:8000', origin, 'cross-site'))).toBe(true)
  })

  test('[COM8] what a browser loads for a page of elsewhere, without an origin, is refused by its site', () => {
    for (const site of ['cross-site', 'same-site', 'Cross-Site', 'none, cross-site']) {
      expect(ownOnly(from('localhost:8000', undefined, site)), site).toBe(false)
      expect(behindProxy(from('memory.example.org', undefined, site)), site).toBe(false)
    }
    for (const site of [undefined, 'none', 'same-origin']) {
      expect(ownOnly(from('localhost:8000', undefined, site)), site).toBe(true)
    }
  })

  test.each([
    'null',
    '',
    'https://evil.example',
    'http://localhost.evil.example',
    'https://app.example.org',
    'file://',
    'localhost',
  ])('%s is not', (origin) => {
    expect(ownOnly(from('localhost:8000', origin))).toBe(false)
  })

  test.each([
    ['https://app.example.org', true],
    ['HTTPS://APP.example.org', true],
    ['chrome-extension://abcdef', true],
    ['http://app.example.org', false],
    ['https://app.example.org:8443', false],
    ['chrome-extension://other', false],
    ['null', false],
  ])('%s, where others are allowed: %s', (origin, isAllowed) => {
    expect(behindProxy(from('memory.example.org', origin))).toBe(isAllowed)
  })

  test('a page of the server’s own is allowed under the name that it was asked by, and under no other', () => {
    expect(behindProxy(from('memory.example.org', 'https://memory.example.org'))).toBe(true)
    expect(behindProxy(from('192.168.1.5:8000', 'http://192.168.1.5:8000'))).toBe(true)
    expect(behindProxy(from('192.168.1.5:8000', 'https://memory.example.org'))).toBe(false)
    expect(behindProxy(from('evil.example', 'https://evil.example'))).toBe(false)
  })
})
