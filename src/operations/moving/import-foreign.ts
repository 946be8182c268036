import { z } from 'zod'
import { WorldWeaverError } from '../../errors.js'
import type { Facets } from '../../memory/memory.js'
import { ConversationScenes } from '../../memory/moving/foreign/conversation-scenes.js'
import type { ForeignMemory, ForeignRecord } from '../../memory/moving/foreign/foreign-memory.js'
import { nameOfField } from '../../memory/secrets/find-named-secrets.js'
import { maskSecrets } from '../../memory/secrets/mask-secrets.js'
import { identify } from '../caller.js'
import { concealed } from '../concealed.js'
import * as fields from '../fields.js'
import { mapTexts } from '../map-texts.js'
import type { OperationContext } from '../operation-context.js'
import { parseInput } from '../validation-error.js'
import { deriveId } from './derived-id.js'
import type { ForeignLine } from './foreign-line.js'
import { problemInRecord } from './found-record.js'
import { importLines, type LineOutcome } from './import-memories.js'
import type { InputLine } from './parse-lines.js'

const foreignInput = z.strictObject({
  dry_run: fields.withDefault(z.boolean(), false),
  ...fields.scopeFields,
})
export type ForeignInput = z.input<typeof foreignInput>

/** What another program kept, and where it was found. */
export interface FoundRecord {
  /** The program, as the memory's source names it. */
  readonly source: string
  /** As a person would look for it. */
  readonly file: string
  /** Null is none; undefined is the caller's. */
  readonly project: string | null | undefined
  readonly record: ForeignRecord
}

export type ForeignOutcome = LineOutcome & { readonly file: string }

/**
 * Takes in what other programs kept: as `importMemories` does, with the ids that follow from theirs, so that a second run
 * adds nothing. Secrets are masked, whatever the policy for what is told here (COM4).
 */
export async function* importForeign(
  records: AsyncIterable<FoundRecord | readonly FoundRecord[]>,
  input: ForeignInput,
  context: OperationContext,
): AsyncGenerator<readonly ForeignOutcome[], void, undefined> {
  const { dry_run, ...asked } = parseInput(foreignInput, input)
  const caller = identify(asked, context.defaults)
  const scenes = new ConversationScenes()
  const places = new Map<number, Place>()
  let count = 0
  async function* lines(): AsyncGenerator<readonly InputLine[]> {
    for await (const some of records) yield (isOne(some) ? [some] : some).map(toInput)
  }
  function toInput(found: FoundRecord): InputLine {
    const number = ++count
    try {
      const { file, record } = found
      places.set(number, { file, line: record.line, hasLinks: 'links' in record && record.links !== undefined })
      return 'problem' in record ? { number, problem: record.problem } : { number, told: toLine(record, found, scenes) }
    } catch (error) {
      const problem = problemInRecord(found)
      if (problem === undefined) throw error
      if (!places.has(number)) places.set(number, { file: '', line: number, hasLinks: false })
      return { number, problem }
    }
  }
  try {
    const settings = { caller, kind: 'episode', areNamed: true } as const
    for await (const outcomes of importLines(lines(), settings, dry_run, context)) {
      yield outcomes.map((outcome) => {
        const { file, line, hasLinks } = places.get(outcome.line)!
        // A link that leads nowhere is told of when everything else has come.
        if (!hasLinks) places.delete(outcome.line)
        // In this order: a new key behind a spread costs V8 a hidden class each time.
        return { file, ...outcome, line }
      })
    }
  } catch (error) {
    throw error instanceof WorldWeaverError ? error : concealed(error, 'import', context)
  }
}

/** Where a line of the import was found. */
interface Place {
  readonly file: string
  readonly line: number
  readonly hasLinks: boolean
}

const isOne = (some: FoundRecord | readonly FoundRecord[]): some is FoundRecord => !Array.isArray(some)

function toLine(
  memory: ForeignMemory,
  { source, project }: Omit<FoundRecord, 'record'>,
  scenes: ConversationScenes,
): ForeignLine {
  const { key, kind, happenedAt, scene, entity, tags = [], links = [] } = memory
  const text = masked(memory.text)
  return {
    id: deriveId(kind, key),
    content: text,
    kind,
    source: `import:${source}`,
    tags: tags.map(masked),
    edges: links.map((link) => ({ type: link.type, target: deriveId('entity', link.key) })),
    facets: facetsOf(memory),
    project,
    happened_at: happenedAt,
    scene: scene === undefined ? undefined : scenes.sceneOf(scene, timeOf(happenedAt)),
    summary: entity === undefined ? undefined : text,
  }
}

function facetsOf({ kind, context, hasFailed, entity }: ForeignMemory): Facets {
  return {
    ...(kind === 'episode' ? { outcome: hasFailed ? 'failure' : 'neutral' } : {}),
    ...(context === undefined
      ? {}
      : { context: mapTexts(context, (each, field) => maskSecrets(each, nameOfField(field)).text) }),
    ...(entity === undefined ? {} : { name: masked(entity.name), entity_type: entity.entityType }),
  }
}

const masked = (text: string): string => maskSecrets(text).text

const timeOf = (text: string | null): number | null => {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? null : time
}
