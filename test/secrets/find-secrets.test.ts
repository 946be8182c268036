import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findSecrets } from '#ww/memory/secrets/find-secrets.js'
import { redactSecrets } from '#ww/memory/secrets/redact-secrets.js'
import { plantSecrets } from '../support/planted-secrets.js'
import { createRandom } from '../support/random.js'
import { ordinaryTexts } from './ordinary-texts.js'

const drawings = Array.from({ length: 50 }, (_, seed) => plantSecrets(createRandom(seed)))
const labelled = (drawings[0] ?? []).map((planted, place) => [`${planted.kind} (${place})`, place] as const)

describe('secrets', () => {
  test.each(labelled)('[COM4] %s is masked wherever it stands, and only it', (_, place) => {
    for (const each of drawings) {
      const { kind, text, parts } = each[place]!
      for (const [before, after] of [
        ['', ''],
        ['see ', ' there'],
        ['Grüße 👋 (', ')'],
        ['line one\n', '\nline three'],
      ]) {
        const masked = redactSecrets(`${before}${text}${after}`)
        expect(masked.kinds, text).toContain(kind)
        for (const part of parts) expect(masked.text, text).not.toContain(part)
        expect(masked.text.startsWith(before!) && masked.text.endsWith(after!), masked.text).toBe(true)
        expect(redactSecrets(masked.text).text).toBe(masked.text)
      }
    }
  })

  test('[COM4] there are at least 25 kinds', () => {
    expect(new Set(drawings[0]!.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(25)
  })

  test.each(ordinaryTexts)('[COM4] %j has none', (text) => {
    expect(findSecrets(text).map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual([])
  })

  test('[COM4] where two rules overlap, all that either of them covers is masked', () => {
    const token = `ghp_${'a1B2c3D4e5F6g7H8i9'.repeat(2)}`
    // A GitHub token ends at the hyphen, the value behind `token =` does not.
    expect(redactSecrets(`token = ${token}-R7s8T9u0 for the build`).text).toBe(
      'token = [masked github-token] for the build',
    )
  })

  test('[COM4] a megabyte of nothing but beginnings is read once, not once for each', () => {
    for (const beginning of ['glpat-', 'sk-ant-', 'GOCSPX-', 'pscale_pw_', 'AGE-SECRET-KEY-', 'fm2_']) {
      const [secret, ...others] = findSecrets(beginning.repeat(1_000_000 / beginning.length))
      expect([secret?.start, others]).toEqual([0, []])
    }
    expect(findSecrets('glc_eyJ'.repeat(140_000))).toHaveLength(1)
    expect(findSecrets('PuTTY-User-Key-File-2:'.repeat(45_000))).toEqual([])
  })

  test('[COM4] a value of many short parts is looked at whole', () => {
    expect(findSecrets(`bearer ${'a1-'.repeat(200_000)}`)).toEqual([])
  })

  test('[COM4] what is found is in order, does not overlap and lies in the text, whatever the text is', () => {
    const snippet = fc.oneof(
      fc.constantFrom(...drawings[1]!.map(({ text }) => text)),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('password=', 'token: ', '://', '-----BEGIN ', 'sk-', '"', '\\n', '@', ':AA', 'Q~'),
    )
    fc.assert(
      fc.property(fc.array(snippet, { maxLength: 12 }), (snippets) => {
        const text = snippets.join('')
        let last = 0
        for (const { start, end } of findSecrets(text)) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          last = end
        }
        expect(last).toBeLessThanOrEqual(text.length)
      }),
      { numRuns: 300 },
    )
  })
})
