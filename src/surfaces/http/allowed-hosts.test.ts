import { describe, expect, test } from 'vitest'
import { allowAddresses } from './allowed-hosts.js'

const ownOnly = allowAddresses({ hosts: [], origins: [] })
const behindProxy = allowAddresses({
  hosts: ['memory.example.org', '192.168.1.5:8000'],
  origins: ['https://app.example.org', 'chrome-extension://abcdef'],
})

describe('where a request is addressed to', () => {
  test.each(['localhost', 'localhost:8000', 'LOCALHOST', '127.0.0.1', '127.1.2.3:80', '[::1]', '[::1]:8000'])(
    '%s is this machine',
    (host) => {
      expect(ownOnly(host, undefined)).toBe(true)
      expect(behindProxy(host, undefined)).toBe(true)
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
    expect(ownOnly(host, undefined)).toBe(false)
  })

  test.each([
    ['memory.example.org', true],
    ['Memory.Example.Org:443', true],
    ['192.168.1.5:8000', true],
    ['192.168.1.5:8001', false],
    ['evil.memory.example.org', false],
    ['memory.example.org.evil.example', false],
  ])('%s, where others are allowed: %s', (host, isAllowed) => {
    expect(behindProxy(host, undefined)).toBe(isAllowed)
  })
})

describe('which page a request comes from', () => {
  test.each(['http://localhost:5173', 'https://127.0.0.1', 'http://[::1]:8000'])('%s is of this machine', (origin) => {
    expect(ownOnly('localhost:8000', origin)).toBe(true)
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
    expect(ownOnly('localhost:8000', origin)).toBe(false)
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
    expect(behindProxy('memory.example.org', origin)).toBe(isAllowed)
  })

  test('a page of the server’s own is allowed under the name that it was asked by, and under no other', () => {
    expect(behindProxy('memory.example.org', 'https://memory.example.org')).toBe(true)
    expect(behindProxy('192.168.1.5:8000', 'http://192.168.1.5:8000')).toBe(true)
    expect(behindProxy('192.168.1.5:8000', 'https://memory.example.org')).toBe(false)
    expect(behindProxy('evil.example', 'https://evil.example')).toBe(false)
  })
})
