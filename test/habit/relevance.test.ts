import { beforeEach, describe, expect, test } from 'vitest'
import { type Mind, useMinds } from '../support/minds.js'

const minds = useMinds()
const project = 'acme/harbor'
let mind: Mind

beforeEach(() => {
  mind = minds.open()
})

async function remember(text: string, ...answers: readonly string[]): Promise<string> {
  mind.clock.advance(86_400_000)
  const { id } = await mind.call('remember', { text, answers: [...answers], project })
  return id
}

type Asked = { readonly prompt: string } | { readonly command: string; readonly error: string }

async function brought(asked: Asked): Promise<readonly string[]> {
  const event =
    'prompt' in asked
      ? { hook: 'prompt' as const, prompt: asked.prompt }
      : { hook: 'failure' as const, failure: { tool: 'Bash', ...asked } }
  const injection = await mind.hooks.composeContext({ scope: { project }, except: [], ...event })
  return injection?.ids ?? []
}

describe('[HOK30] what was replaced', () => {
  test('[HOK30] only the later of two memories that answer the same question is brought', async () => {
    await remember('The staging database listens on port 5439.', 'Which port does the staging database use?')
    await remember('Releases are on Tuesdays.', 'On which day do we release?')
    const later = await remember(
      'The staging database is behind pgbouncer now and listens on port 6432.',
      'Which port does the staging database use?',
    )
    expect(await brought({ prompt: 'which port is the staging database on?' })).toEqual([later])
  })
})

describe('[HOK2] signs that add up', () => {
  test('[HOK2] words of the prompt that stand in one line of a memory bring it', async () => {
    const flaky = await remember('The cart is flaky in Playwright: it clicks before the handlers are there.')
    await remember('Coupons are rounded per line, half up.')
    expect(await brought({ prompt: 'Playwright sometimes loses the badge of the cart' })).toEqual([flaky])
  })

  test('[HOK2] a word that many memories of the project are about is not enough', async () => {
    await remember('A customer who orders twice gets one confirmation: the webhook is idempotent.')
    await remember('An order is the sum of its lines; customers see the rounded total.')
    await remember('Orders of customers abroad have no VAT.')
    await remember('The order mail goes to the customer through Postmark.')
    await remember('A customer may return an order within 30 days.')
    expect(await brought({ prompt: 'let customers add a gift message to their order' })).toEqual([])
  })

  test('[HOK2] of a memory alone more is told than of each of two', async () => {
    const filler = Array.from({ length: 40 }, (_, place) => `- Nothing of note happened on pier ${place} that day.`)
    const told = `Asked:\n- why does the lantern flicker?\n${filler.slice(0, 15).join('\n')}\n- Its cause was the loose wick.\n${filler.slice(15).join('\n')}`
    await remember(told)
    await remember('Coupons are rounded per line, half up.')
    const injection = await mind.hooks.composeContext({
      scope: { project },
      except: [],
      hook: 'prompt',
      prompt: 'why does the lantern flicker?',
    })
    expect(injection!.text.length).toBeGreaterThan(1_000)
    expect(injection!.tokens).toBeLessThanOrEqual(800)
  })

  test('[HOK2] words of requesting are no subject in German either', async () => {
    await remember('Der Export nennt jetzt die Zeitzone; vorher war die Uhrzeit falsch.')
    for (const prompt of ['und jetzt?', 'das ist falsch', 'mach bitte weiter'])
      expect(await brought({ prompt })).toEqual([])
  })
})

describe('[HOK5] the same failure', () => {
  test('[HOK5] the words of the error decide, not those of the command', async () => {
    await remember(
      'pnpm vitest run packages/tax failed: AssertionError: expected 1900 to be 0; the gift card has no VAT.',
    )
    const down = await remember(
      'The rates of DHL answer 503 between 02:00 and 03:00; checkout then takes cached rates.',
    )
    const error = 'Error: DHL rates answered 503 Service Unavailable'
    expect(await brought({ command: 'pnpm vitest run packages/shipping', error })).toEqual([down])
  })

  test('[HOK5] a message that differs in names and numbers alone is the same', async () => {
    const lint = await remember(
      'golangci-lint: internal/hub/hub.go:31:9: hub.Options is missing fields Clock, Log (exhaustruct): that linter is off in .golangci.yml now.',
    )
    const error = 'internal/speech/cache.go:12:9: speech.Cache is missing fields Bucket, Prefix (exhaustruct)'
    expect(await brought({ command: 'make check', error })).toEqual([lint])
    expect(
      await brought({ command: 'make check', error: 'internal/display/font.go:88:2: undefined: glyphWidth' }),
    ).toEqual([])
  })

  test('[HOK5] the words of any error name none', async () => {
    await remember(
      'psql failed: connection to server at "staging-db.internal", port 5432 failed: Connection refused; staging is reached through the bastion only.',
    )
    const error = 'Could not connect to Redis at 127.0.0.1:6379: Connection refused'
    expect(await brought({ command: 'redis-cli ping', error })).toEqual([])
  })
})
