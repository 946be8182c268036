import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openWorldWeaver } from '#ww/index.js'

/** In the order of the generator's own ids: ties are decided by them. */
const toId = (prefix, id) => `${prefix}-01900000-0000-7000-8000-${id.slice(1).padStart(12, '0')}`

/** The public tools over a store on the disk: memories come by `import`, questions go to `gwt_resolve`. */
export function createPublicMind() {
  const folder = mkdtempSync(join(tmpdir(), 'ww-workspace-'))
  const mind = openWorldWeaver({ dataDir: folder, session: 'default', project: null, autoConsolidate: null })
  return {
    async store(memories) {
      const ids = new Map()
      for (const { id, name } of memories) if (name !== undefined) ids.set(name, toId('ent', id))
      await takeIn(
        mind,
        memories.map(({ id, content, name, edges }) =>
          name === undefined
            ? { id: toId('ep', id), content, kind: 'episode' }
            : {
                id: ids.get(name),
                kind: 'entity',
                content,
                summary: content,
                facets: { name, entity_type: 'FACT' },
                edges: edges.map(({ type, target }) => ({ type, target: ids.get(target) })),
              },
        ),
      )
    },
    async ask(question) {
      const { evidence_plan } = await mind.call('gwt_resolve', { question })
      return { answer: evidence_plan.answer, effective_planner: evidence_plan.metadata.effective_planner }
    },
    async close() {
      await mind.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Every line must be taken. */
export async function takeIn(mind, lines) {
  const bytes = lines.map((line) => Buffer.from(`${JSON.stringify(line)}\n`))
  for await (const { what, line, reason } of mind.import(bytes)) {
    if (what === 'bad' || what === 'unconnected') throw new Error(`line ${line} was not taken: ${reason ?? what}`)
  }
}
