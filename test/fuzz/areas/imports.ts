import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect } from 'vitest'
import { openHistory } from '#ww/app/import/open-history.js'
import { foreignSources } from '#ww/app/import/source-names.js'
import { WorldWeaverError } from '#ww/errors.js'
import type { WorldWeaver } from '#ww/index.js'
import { rowCounts } from '../../support/database.js'
import { anyJson, storableText } from '../arbitraries.js'
import { defineArea } from '../campaign/area.js'
import { zipOf } from './archive.js'
import { prepareFolder } from './prepared-folder.js'

const keys = [
  ...[
    'type',
    'message',
    'content',
    'payload',
    'mapping',
    'current_node',
    'parent',
    'children',
    'chat_messages',
    'text',
    'role',
  ],
  ...[
    'author',
    'parts',
    'content_type',
    'name',
    'observations',
    'from',
    'to',
    'relationType',
    'entityType',
    'memory',
    'uuid',
    'id',
  ],
  ...[
    'tool_use_id',
    'output',
    'is_error',
    'timestamp',
    'cwd',
    'sender',
    'conversations_memory',
    'created_at',
    'update_time',
  ],
  ...['__proto__', 'constructor'],
]
const words = fc.constantFrom(
  ...[
    'user',
    'assistant',
    'message',
    'response_item',
    'tool_result',
    'tool_use',
    'text',
    'entity',
    'relation',
    'human',
  ],
  ...[
    'function_call_output',
    'function_call',
    'session_meta',
    '2026-01-05T09:00:00Z',
    'a',
    'b',
    'constructor',
    '__proto__',
  ],
  ...[
    '---\ntitle: x\ntags: [a, b]\n---\n# y\n- [a] b\n- r [[c]]',
    '# One\ntext\n## Two\n- [fact] x #t',
    '```\n# no heading\n```',
  ],
)
const { foreign } = fc.letrec((tie) => ({
  foreign: fc.oneof(
    { maxDepth: 5 },
    { weight: 3, arbitrary: words },
    storableText,
    fc.constantFrom(null, true, 0, 1e308, '\0', '\ud800'),
    fc.array(tie('foreign'), { maxLength: 4 }),
    { weight: 3, arbitrary: fc.dictionary(fc.constantFrom(...keys), tie('foreign'), { maxKeys: 8 }) },
  ),
}))

/** A line of our own, as GWT13 writes it, with a field or two of another kind. */
const line = fc
  .tuple(
    fc.record(
      {
        id: fc.constantFrom(
          'a',
          'b',
          'ep-0190a5d0-7c1e-7f3a-9b60-3f1c2d4e5f60',
          'ent-0190a5d0-7c1e-7f3a-9b60-3f1c2d4e5f61',
        ),
        kind: fc.constantFrom('episode', 'entity', 'procedure', 'note', 'lesson'),
        memory_type: fc.constantFrom('episodic', 'semantic', 'procedural', 'working'),
        tags: fc.array(fc.constantFrom('x', 'domain:ops', '👩‍👩‍👧‍👦'), { maxLength: 3 }),
        session_id: fc.constantFrom('default', 'anna'),
        project: fc.constantFrom(null, 'kitchen'),
        happened_at: fc.constantFrom('2026-01-05', '0001-01-01', '9999-12-31T23:59:59.999Z'),
        valid_to: fc.constantFrom(null, '2026-02-01'),
        linked_ids: fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }),
        version_of: fc.constantFrom('a', 'b'),
        derived_from: fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 }),
        edges: fc.array(fc.record({ type: fc.constantFrom('USES', 'linked_to'), target: fc.constantFrom('a', 'b') }), {
          maxLength: 2,
        }),
        facets: fc.dictionary(fc.constantFrom('outcome', 'steps', 'entity_type', 'name', 'success_rate'), anyJson, {
          maxKeys: 3,
        }),
        scene: fc.constantFrom('s', 1),
        importance: fc.double({ min: 0, max: 1, noNaN: true }),
        stability: fc.constantFrom(0.1, 1e308),
      },
      { requiredKeys: [] },
    ),
    storableText,
    fc.oneof(
      { weight: 4, arbitrary: fc.constant({}) },
      fc.dictionary(fc.constantFrom('content', 'id', 'kind', 'facets', 'edges', 'versions', 'state', 'uses'), anyJson, {
        maxKeys: 1,
      }),
    ),
  )
  .map(([fields, content, spoilt]) => ({ content, ...fields, ...spoilt }))

const text = (value: unknown): string => JSON.stringify(value)
const document = fc.oneof(
  { weight: 4, arbitrary: fc.array(foreign, { maxLength: 6 }).map((each) => each.map(text).join('\n')) },
  { weight: 4, arbitrary: fc.array(foreign, { maxLength: 6 }).map(text) },
  { weight: 2, arbitrary: words },
  { weight: 1, arbitrary: fc.array(foreign, { maxLength: 3 }).map((each) => text(each).slice(0, -2)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 80 }) },
)
const fileNames: Readonly<Record<string, string>> = {
  chatgpt: 'conversations.json',
  claude: 'conversations.json',
  'server-memory': 'memory.jsonl',
  mem0: 'm.json',
  'basic-memory': 'n.md',
  markdown: 'n.md',
}

type Tried =
  | { readonly lines: readonly string[]; readonly cut: number }
  | {
      readonly source: string
      readonly document: string
      readonly archive: { readonly at: number; readonly byte: number }[] | null
    }

export const imports = defineArea<Tried>({
  name: 'imports',
  shortRuns: 25,
  cases: fc.oneof(
    fc.record({
      lines: fc.array(
        fc.oneof(
          { weight: 8, arbitrary: line.map(text) },
          foreign.map(text),
          fc.constantFrom('', '{', 'null', '\ufeff{}'),
        ),
        { minLength: 1, maxLength: 6 },
      ),
      cut: fc.integer({ min: 1, max: 200 }),
    }),
    fc.record({
      source: fc.constantFrom(...foreignSources.map(({ name }) => name)),
      document,
      // Bytes of an archive that are not what they were.
      archive: fc.option(fc.array(fc.record({ at: fc.nat(400), byte: fc.nat(255) }), { maxLength: 4 })),
    }),
  ),
  async open() {
    const prepared = await prepareFolder({ isEmpty: true })
    return {
      async play(tried) {
        const { mind, dataDir, remove } = prepared.copy()
        try {
          const take = 'lines' in tried ? takeLines(mind, tried) : takeFile(mind, tried, dataDir)
          const empty = rowCounts(dataDir)
          await take(true)
          expect(rowCounts(dataDir), 'a dry run leaves no trace').toEqual(empty)
          const added = await take(false)
          if ('lines' in tried) await expectAsTold(mind, tried.lines, added)
          const again = await take(false)
          expect(
            again.filter(({ what }) => what === 'added'),
            'a second run adds nothing',
          ).toEqual([])
          await expectToMove(mind, prepared)
        } finally {
          await remove()
        }
      },
      close: async () => prepared.remove(),
    }
  },
})

interface Outcome {
  readonly what: string
  readonly line: number
  readonly id?: string
}
type Take = (isDry: boolean) => Promise<readonly Outcome[]>

async function collect(outcomes: AsyncIterable<Outcome>): Promise<Outcome[]> {
  const all: Outcome[] = []
  for await (const outcome of outcomes) {
    expect(['added', 'updated', 'duplicate', 'unconnected', 'bad']).toContain(outcome.what)
    expect(outcome.line).toBeGreaterThan(0)
    all.push(outcome)
  }
  return all
}

function takeLines(mind: WorldWeaver, { lines, cut }: Extract<Tried, { lines: unknown }>): Take {
  const bytes = Buffer.from(lines.join('\n'))
  const pieces = Array.from({ length: Math.ceil(bytes.length / cut) }, (_, at) =>
    bytes.subarray(at * cut, (at + 1) * cut),
  )
  return (isDry) => collect(mind.import(pieces, { dry_run: isDry }))
}

function takeFile(
  mind: WorldWeaver,
  { source, document: told, archive }: Extract<Tried, { source: unknown }>,
  dataDir: string,
): Take {
  const name = fileNames[source] ?? 'rollout-x.jsonl'
  const path = join(dataDir, archive === null ? name : 'export.zip')
  writeFileSync(path, archive === null ? told : zipOf(name, told, archive))
  return async (isDry) => {
    try {
      const history = await openHistory(source, { path }, {}, dataDir)
      return await collect(
        mind.importForeign(
          history.read(() => {}),
          { dry_run: isDry },
        ),
      )
    } catch (error) {
      // An archive that is none is refused as a whole.
      if (!(error instanceof WorldWeaverError && error.code === 'validation_error') || archive === null) throw error
      return []
    }
  }
}

async function expectAsTold(mind: WorldWeaver, lines: readonly string[], outcomes: readonly Outcome[]): Promise<void> {
  for (const { what, line: number, id } of outcomes) {
    if (what !== 'added' || id === undefined) continue
    const { content } = JSON.parse(lines.join('\n').split('\n')[number - 1]!)
    expect((await mind.call('get_memory', { id })).content === content, `line ${number} is not as it was told`).toBe(
      true,
    )
  }
}

/** What was taken in can be taken elsewhere, and is the same there. */
async function expectToMove(mind: WorldWeaver, prepared: Awaited<ReturnType<typeof prepareFolder>>): Promise<void> {
  const exported = await exportOf(mind)
  if (exported === '') return
  const other = prepared.copy()
  try {
    const outcomes = await collect(other.mind.import([Buffer.from(exported)], {}))
    expect(outcomes.filter(({ what }) => what === 'bad')).toEqual([])
    expect(contentsOf(await exportOf(other.mind))).toEqual(contentsOf(exported))
  } finally {
    await other.remove()
  }
}

async function exportOf(mind: WorldWeaver): Promise<string> {
  let told = ''
  for await (const { lines } of mind.export({ project: '*' })) told += lines.map((each) => `${each}\n`).join('')
  return told
}

const contentsOf = (lines: string): string[] =>
  lines
    .split('\n')
    .filter((each) => each !== '')
    .map((each) => JSON.stringify([JSON.parse(each).kind, JSON.parse(each).content, JSON.parse(each).tags]))
    .sort()
