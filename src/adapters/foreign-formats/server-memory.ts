import type { ForeignMemory, ForeignReader, ForeignRecord, Piece } from '../../memory/import-export/foreign-memory.js'
import { linkedTo } from '../../memory/semantic/links.js'
import { toEntityType, toRelationType } from './entity-type.js'
import { parseObject, textIn, textsIn } from './untrusted-json.js'

interface Node {
  readonly line: number
  readonly name: string
  readonly type: string
  readonly observations: readonly string[]
}

const keyOf = (name: string): readonly string[] => ['server-memory', name]

/**
 * The graph of the official memory server, one entity or relation per line. It is held until the end of the file, because
 * an entity needs its relations; that server also reads all of it into memory.
 */
export function readServerMemory(): ForeignReader {
  const nodes = new Map<string, Node>()
  const links = new Map<string, { type: string; key: readonly string[] }[]>()
  const relations: { line: number; from: string }[] = []

  function read({ line, text }: Piece): readonly ForeignRecord[] {
    const record = parseObject(text)
    if (record?.type === 'entity') {
      const name = textIn(record, 'name')
      if (name === undefined) return [{ line, problem: 'is an entity without a name' }]
      nodes.set(name, {
        line,
        name,
        type: textIn(record, 'entityType') ?? '',
        observations: textsIn(record, 'observations'),
      })
      return []
    }
    if (record?.type !== 'relation') return [{ line, problem: 'is neither an entity nor a relation' }]
    const [from, to, type] = ['from', 'to', 'relationType'].map((key) => textIn(record, key))
    if (from === undefined || to === undefined || type === undefined) {
      return [{ line, problem: 'is a relation without an end or a type' }]
    }
    links.set(from, [...(links.get(from) ?? []), { type: toRelationType(type) || linkedTo, key: keyOf(to) }])
    relations.push({ line, from })
    return []
  }

  function end(): readonly ForeignRecord[] {
    const missing = relations.filter(({ from }) => !nodes.has(from))
    return [
      ...[...nodes.values()].flatMap(toMemories),
      ...missing.map(({ line }) => ({ line, problem: 'is a relation of an unknown entity' })),
    ]
  }

  /** The entity, and one memory per observation, so that recall finds each. */
  function toMemories({ line, name, type, observations }: Node): ForeignMemory[] {
    const entity: ForeignMemory = {
      line,
      key: keyOf(name),
      kind: 'entity',
      text: `${name}: ${type === '' ? 'entity' : type}`,
      happenedAt: null,
      entity: { name, entityType: toEntityType(type) },
      links: links.get(name) ?? [],
    }
    const facts = observations
      .filter((each) => each.trim() !== '')
      .map(
        (each): ForeignMemory => ({
          line,
          key: [...keyOf(name), each],
          kind: 'note',
          text: each.includes(name) ? each : `${name}: ${each}`,
          happenedAt: null,
          links: [{ type: linkedTo, key: keyOf(name) }],
        }),
      )
    return [entity, ...facts]
  }

  return { read, end }
}
