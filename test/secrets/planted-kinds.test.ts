import { describe, expect, test } from 'vitest'
import { findSecrets } from '#ww/memory/secrets/find-secrets.js'
import { redactSecrets } from '#ww/memory/secrets/redact-secrets.js'
import { createRandom } from '../support/random.js'
import { formKinds } from './kinds/forms.js'
import { providerKinds } from './kinds/providers.js'
import { surround } from './kinds/surroundings.js'
import { draw } from './kinds/templates.js'
import { drawLookAlikes, realLookAlikes } from './look-alikes.js'

const kinds = [...providerKinds, ...formKinds]

describe('planted secrets', () => {
  test('[COM4] of 300 and more of 120 and more kinds, 97 % are masked and nothing else is changed', () => {
    const missed: string[] = []
    let count = 0
    for (const seed of [1, 2, 3, 4]) {
      const random = createRandom(seed)
      for (const [kind, template] of kinds) {
        const { before, secret, after } = surround(draw(kind, template, random), random)
        const { text } = redactSecrets(before + secret + after)
        count += 1
        if (text !== `${before}[masked ${kind}]${after}`)
          missed.push(`${kind} (seed ${seed}):\n${before}${secret}${after}\n→ ${text}`)
      }
    }
    expect(kinds.length).toBeGreaterThanOrEqual(300)
    expect(new Set(kinds.map(([kind]) => kind)).size).toBeGreaterThanOrEqual(120)
    expect(missed.length / count, missed.join('\n\n')).toBeLessThanOrEqual(0.03)
  })

  test.each([
    ['generated', drawLookAlikes(createRandom(11), 45)],
    ['from lock files, programs and manuals', realLookAlikes(2_000)],
  ])('[COM4] of 2,000 harmless look-alikes %s, 1 %% at most are taken for secrets', (_, texts) => {
    const taken = texts.flatMap((text) =>
      findSecrets(text).map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}\n  in ${text.slice(0, 200)}`),
    )
    expect(texts.length).toBeGreaterThanOrEqual(2_000)
    expect(taken.length / texts.length, taken.join('\n')).toBeLessThanOrEqual(0.01)
  })
})
