import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { timeGrowth } from '../../../../test/support/growth.js'
import type { Facets } from '../../memory.js'
import { extractByRules } from './extract-by-rules.js'

const extract = (text: string, context: Facets = {}, speaker: string | null = null) =>
  extractByRules({ text, context, speaker })

async function named(text: string, context: Facets = {}): Promise<string[]> {
  const { entities } = await extract(text, context)
  return entities.map(({ type, name }) => `${type} ${name}`)
}

async function stated(text: string, context: Facets = {}, speaker: string | null = null): Promise<string[]> {
  const { relations } = await extract(text, context, speaker)
  return relations.filter(({ isEnded }) => !isEnded).map(({ source, type, target }) => `${source} ${type} ${target}`)
}

describe('entities by rules', () => {
  test('[CON3] the context names its project and tool', async () => {
    expect(await named('done', { project: 'shop', tool: 'write_file', file: 'a.ts' })).toEqual([
      'PROJECT shop',
      'TOOL write_file',
    ])
    expect(await named('done', { project: 7, tool: ['read_file', 'grep_search'] })).toEqual([
      'TOOL read_file',
      'TOOL grep_search',
    ])
  })

  test.each([
    ['Anna: the build is green', ['PERSON Anna']],
    ['User: the build is green', []],
    ['TypeError: cannot read the file', []],
    ['We asked Priya, our designer, for a sketch', ['PERSON Priya']],
    ["It is on Ravi's calendar, and Ravi's daughter comes too", ['PERSON Ravi']],
    ['A call with Dr. Okafor', ['PERSON Okafor']],
    ['Sarah Chen came late, so Sarah stayed longer', ['PERSON Sarah Chen']],
    ['Zorblax wrote the first draft', ['PERSON Zorblax']],
    ['Zorblax migrated the data to another disk', ['PERSON Zorblax']],
    ['Production lost the data. Creativity gave us wings. Tests broke the build.', []],
    ['We wait for Kxjq and Tom', ['PERSON Kxjq', 'PERSON Tom']],
  ])('[CON3] people of %j', async (text, expected) => {
    expect(await named(text)).toEqual(expected)
  })

  test.each([
    ['switched from postgres to MYSQL', ['TOOL PostgreSQL', 'TOOL MySQL']],
    ['PostgreSQL is slow; Postgres needs an index', ['TOOL PostgreSQL']],
    ['We tried Frobnix 2.1 today', ['TOOL Frobnix']],
    ['installed Frobnix on the box', ['TOOL Frobnix']],
    ['the Frobnix library leaks', ['TOOL Frobnix']],
    ['go to the store and express yourself', []],
    ['Go to the store. Express yourself. Render the page.', []],
    ['the service is written in Go', ['TOOL Go']],
    ['a new eslint-plugin-import is out', ['TOOL eslint-plugin-import']],
  ])('[CON3] tools of %j', async (text, expected) => {
    expect(await named(text)).toEqual(expected)
  })

  test.each([
    ['Project Aurora starts soon', ['PROJECT Aurora']],
    ['the billing-worker restarts often', ['PROJECT billing-worker']],
    ['a follow-up on the well-known on-call rota', []],
    ['used binary search and memoization', ['TECHNIQUE binary search', 'TECHNIQUE memoization']],
    ['a race condition in OrderService', ['CONCEPT race condition', 'CONCEPT OrderService']],
    ['we flew to Oslo for the World Health Organization', ['CONCEPT Oslo', 'CONCEPT World Health Organization']],
    ['edited src/auth/token.ts and called verifyToken() with user_id', []],
    ['See https://Example.com/Docs/Guide and C:\\Users\\Bob', []],
    ['See you on Monday in March. Hello! Thanks. I am OK.', []],
    ['fixed login', []],
    ['The Server Was Restarted By The Admin Again', []],
  ])('[CON3] other named things of %j', async (text, expected) => {
    expect(await named(text)).toEqual(expected)
  })

  test('[CON3] a name is spelled as most often written, and each time counts as a mention', async () => {
    const { entities } = await extract('We met Zorblax. The zorblax team came. Zorblax said hello.')
    expect(entities).toEqual([{ name: 'Zorblax', type: 'PERSON', mentions: ['Zorblax', 'Zorblax'] }])
    const { entities: tools } = await extract('Postgres is old, postgres is good', { tool: 'POSTGRES' })
    expect(tools).toEqual([{ name: 'PostgreSQL', type: 'TOOL', mentions: ['POSTGRES', 'Postgres', 'postgres'] }])
  })

  test('[CON3] a project keeps its own spelling when it is called like a tool', async () => {
    expect(await named('all green', { project: 'spring' })).toEqual(['PROJECT spring'])
  })

  test.each([
    [
      'Wir haben gestern mit Katharina in Hamburg über Redis gesprochen.',
      ['PERSON Katharina', 'CONCEPT Hamburg', 'TOOL Redis'],
    ],
    ['Der Server ist abgestürzt, weil die Festplatte voll war.', []],
    ['小王在上海用Docker。', ['PERSON 小王', 'CONCEPT 上海', 'TOOL Docker']],
  ])('[CON3] names in %j', async (text, expected) => {
    expect(await named(text)).toEqual(expected)
  })
})

const shop = { project: 'shop' }

describe('relations by rules', () => {
  test.each([
    ['We use Redis for sessions and RabbitMQ for jobs.', ['shop USES Redis', 'shop USES RabbitMQ']],
    ['Migrated from MySQL to PostgreSQL.', ['shop USES PostgreSQL']],
    ['Redis is used for sessions.', ['shop USES Redis']],
    ['Our database is PostgreSQL.', ['shop USES PostgreSQL']],
    ['Sharp uses libvips-dev.', []],
    ['TensorFlow requires CUDA.', ['TensorFlow REQUIRES CUDA']],
    ['Stripe is required by Shopify.', ['Shopify REQUIRES Stripe']],
    ['A race condition caused a deadlock.', ['race condition CAUSES deadlock']],
    ['Keycloak implements OpenID Connect.', ['Keycloak IMPLEMENTS OpenID Connect']],
    ['Implemented exponential backoff.', ['shop IMPLEMENTS exponential backoff']],
    ['Tom works at Netflix, Anna works for Spotify.', ['Tom PART_OF Netflix', 'Anna PART_OF Spotify']],
    ['Podman is an alternative to Docker.', ['Podman SIMILAR_TO Docker']],
    ['Bun and Deno resemble Node.js.', ['Bun SIMILAR_TO Node.js', 'Deno SIMILAR_TO Node.js']],
    ['Tom wrote the billing-worker.', ['Tom PRODUCES billing-worker']],
    ['Deployed the billing-worker to Kubernetes.', ['billing-worker USES Kubernetes']],
    ['Kafka uses ZooKeeper, which is written in Java.', ['Kafka USES ZooKeeper', 'ZooKeeper USES Java']],
    ['We do not use Redis anymore, we moved to Valkey.', ['shop USES Valkey']],
    ['Airflow was replaced with Dagster.', ['shop USES Dagster']],
  ])('[CON3] states %j', async (text, expected) => {
    expect(await stated(text, shop)).toEqual(expected)
  })

  test.each([
    'Should we use Redis?',
    'We use Redis?',
    'Does Kestrel use Redis?',
    'We do not use Redis.',
    "We don't use Redis.",
    'We no longer use Redis.',
    'The team might switch to Redis.',
    'Maybe we use Redis one day.',
    'Her team relies on Redis.',
    'Podman needs no Docker.',
    'Marco moved to Lisbon.',
    'Redis instead of Memcached',
    'A new use case for Redis',
  ])('[CON3] %j states nothing', async (text) => {
    expect(await stated(text, shop)).toEqual([])
  })

  test('[CON3] "I" is the speaker, if there is one', async () => {
    expect(await stated('I use tmux all day.', {}, 'Leo')).toEqual(['Leo USES tmux'])
    expect(await stated('Leo: I use tmux all day.')).toEqual(['Leo USES tmux'])
    expect(await stated('I use tmux all day.')).toEqual([])
  })

  test.each([
    ['Wir verwenden hier seit Jahren PostgreSQL für die Daten.', ['shop USES PostgreSQL']],
    ['Wir verwenden hier nicht mehr das alte PostgreSQL für die Daten.', []],
    ['我们使用Docker和Redis。', ['shop USES Docker', 'shop USES Redis']],
  ])('[CON3] states in another language: %j', async (text, expected) => {
    expect(await stated(text, shop)).toEqual(expected)
  })
})

const pieces = fc.constantFrom(
  ...'Anna Bob Redis Postgres billing-worker OrderService uses use and , ; . ? requires caused not we I it which is built on with wrote 小王 用 项目 “ ” ( ) \n - …'.split(
    ' ',
  ),
)
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.array(pieces, { maxLength: 40 }).map((words) => words.join(' ')),
)

describe('extraction by rules', () => {
  test('[CON3] extracts only names in the text, and relations between them', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const { entities, relations } = await extract(text, shop)
        const names = new Set(entities.map(({ name }) => name))
        expect(names.size).toBe(entities.length)
        for (const { mentions } of entities) {
          for (const mention of mentions) {
            const isWritten = mention.split(' ').every((word) => text.includes(word))
            expect(isWritten || mention === 'shop').toBe(true)
          }
        }
        for (const { source, target } of relations) {
          expect(source).not.toBe(target)
          expect(names.has(source) && names.has(target)).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
  })

  test.each([
    [
      'Quill no longer depends on Redis, it depends on Valkey.',
      ['Quill REQUIRES Redis ended', 'Quill REQUIRES Valkey'],
    ],
    ['Grafana used to run on Nomad.', ['Grafana USES Nomad ended']],
    ['Grafana does not depend on Redis any more.', ['Grafana REQUIRES Redis ended']],
    ['Grafana does not depend on Redis.', []],
    ['Grafana is planned to depend on Redis.', []],
  ])('[CON3] what holds and what no longer does in %j', async (text, expected) => {
    const { relations } = await extractByRules({ text, context: {}, speaker: null })
    expect(
      relations.map(({ source, type, target, isEnded }) => `${source} ${type} ${target}${isEnded ? ' ended' : ''}`),
    ).toEqual(expected)
  })

  test('[CON3] the nouns of a short German note are no names', async () => {
    const text = 'Bahn hin und zurück 87,40 €, Beleg ist im Ordner Februar'
    expect((await extractByRules({ text, context: {}, speaker: null })).entities).toEqual([])
  })

  test('[CON3] the same text gives the same answer', async () => {
    const text = 'Anna: we moved billing-worker from MySQL to PostgreSQL and use Redis.'
    expect(await extract(text, shop)).toEqual(await extract(text, shop))
  })

  test('[CON3] time grows with the length of a text, not with its square', async () => {
    for (const unit of ['use Redis and ', 'A ', 'Ab', 'a-', '. ', 'it uses it, ', '用', 'x.', '\n', 'Anna, Bob and ']) {
      const textOf = (length: number) => unit.repeat(length / unit.length)
      const growth = await timeGrowth(textOf(12_500), textOf(100_000), (text) => extract(text, shop))
      expect(growth, unit).toBeLessThan(32)
    }
  })
})
