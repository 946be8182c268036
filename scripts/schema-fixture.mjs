// `node scripts/schema-fixture.mjs`: writes a small database with the current schema, and its contents, to
// test/upgrade/fixtures. Run it once per schema, before the next migration is written.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { openConnection } from '../dist/adapters/sqlite/connection/connection.js'
import { migrations } from '../dist/adapters/sqlite/schema/schema.js'
import { openWorldWeaver } from '../dist/index.js'

const { version } = migrations.at(-1)
const folder = new URL('../test/upgrade/fixtures/', import.meta.url)
const dataDir = mkdtempSync(join(tmpdir(), 'ww-fixture-'))
let now = Date.parse('2026-01-05T09:00:00Z')
const clock = { now: () => (now += 60_000) }
const open = () => openWorldWeaver({ dataDir, clock, project: 'ferries', session: 'default', threads: 'inline' })
try {
  const mind = open()
  await mind.call('remember', {
    text: 'The ferry to Samsø leaves from the harbour of Hou.',
    tags: ['ferry', '⛴'],
    answers: ['Where do I board for Samsø?'],
  })
  await mind.call('create_episode', {
    content: 'Zoë’s 猫 slept under the 🎹\r\nuntil noon.',
    context: { project: 'ferries' },
    outcome: 'success',
  })
  const { id: old } = await mind.call('remember', { text: 'The office is on the third floor.', kind: 'note' })
  await mind.call('correct', { id: old, text: 'The office is on the fourth floor.', reason: 'We moved.' })
  const { id: ferry } = await mind.call('create_entity', {
    name: 'Ferry',
    entity_type: 'TOOL',
    summary: 'Crosses the sound.',
  })
  const { id: hou } = await mind.call('create_entity', { name: 'Hou', entity_type: 'CONCEPT', summary: 'A harbour.' })
  await mind.call('create_relation', { source_id: ferry, target_id: hou, relation_type: 'USES' })
  await mind.call('supersede_fact', { entity_id: hou, new_summary: 'A harbour in Jutland.' })
  await mind.call('create_skill', {
    trajectory: [{ action: 'Buy a ticket' }, { action: 'Board' }],
    outcome_score: 0.9,
    domain: 'coding',
  })
  await mind.call('gwt_store', { content: 'name=Ferry, price=12.50', session_id: 'anna' })
  await mind.call('gwt_set_goal', { description: 'Reach Samsø' })
  await mind.call('gwt_broadcast', {})
  await mind.workflow.execute({ user_input: 'Where does the ferry to Samsø leave from?', ask_clarifications: false })
  await mind.close()
  const again = open()
  const lines = []
  for await (const each of again.export({ project: '*' })) lines.push(...each.lines)
  await again.close()
  // Moves the write-ahead log into the database file.
  const connection = openConnection(join(dataDir, 'world-weaver.db'))
  connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  connection.close()
  writeFileSync(
    new URL(`schema-${version}.db.gz`, folder),
    gzipSync(readFileSync(join(dataDir, 'world-weaver.db')), { level: 9 }),
  )
  writeFileSync(new URL(`schema-${version}.jsonl`, folder), `${lines.join('\n')}\n`)
  process.stdout.write(`schema ${version}: ${lines.length} memories\n`)
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
