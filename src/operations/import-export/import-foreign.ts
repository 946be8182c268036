import { z } from 'zod'
import { WorldWeaverError } from '../../errors.js'
import { ConversationScenes } from '../../memory/import-export/conversation-scenes.js'
import type { ForeignMemory, ForeignRecord } from '../../memory/import-export/foreign-memory.js'
import { entityTypes, type Facets } from '../../memory/memory.js'
import { findNamedSecrets, nameOfField } from '../../memory/secrets/find-named-secrets.js'
import { redact, redactSecrets } from '../../memory/secrets/redact-secrets.js'
import { runWhole, type Slices } from '../../memory/slices.js'
import { identify } from '../machinery/caller.js'
import * as fields from '../machinery/fields.js'
import { toInternalError } from '../machinery/internal-error.js'
import { mapTexts } from '../machinery/map-texts.js'
import type { OperationContext } from '../machinery/operation-context.js'
import { parseInput, toValidationError } from '../machinery/validation-error.js'
import { deriveId } from './derived-id.js'
import type { ForeignLine } from './foreign-line.js'
import { importLines, type LineOutcome } from './import-memories.js'
import type { InputLine } from './parse-lines.js'

const foreignInput = z.strictObject({
  dry_run: fields.withDefault(z.boolean(), false),
  ...fields.scopeFields,
})
export type ForeignInput = z.input<typeof foreignInput>

/** Another program's memory, and where it was found. */
export interface FoundRecord {
  /** The program; becomes the memory's source. */
  readonly source: string
  /** The path to show to a person. */
  readonly file: string
  /** Null: no project; undefined: the caller's. */
  readonly project: string | null | undefined
  readonly record: ForeignRecord
}

export type ForeignOutcome = LineOutcome & { readonly file: string }

/**
 * Imports other programs' memories as `importMemories` does, with ids derived from theirs, so that a second run adds
 * nothing. Secrets are redacted whatever the policy for new texts is (COM4).
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
      return 'problem' in record
        ? { number, problem: record.problem }
        : { number, foreign: toLine(record, found, scenes) }
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
        // A link without a target is reported after all lines, so its place is still needed.
        if (!hasLinks) places.delete(outcome.line)
        // `file` goes first: a key added after a spread makes V8 create a hidden class each time (`npm run bench:import`).
        return { file, ...outcome, line }
      })
    }
  } catch (error) {
    throw error instanceof WorldWeaverError ? error : toInternalError(error, 'import', context)
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
  const text = redacted(memory.text)
  return {
    id: deriveId(kind, key),
    content: text,
    kind,
    source: `import:${source}`,
    tags: tags.map(redacted),
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
    ...(context === undefined ? {} : { context: runWhole(mapTexts(context, redactedField)) }),
    ...(entity === undefined ? {} : { name: redacted(entity.name), entity_type: entity.entityType }),
  }
}

function* redactedField(text: string, field: string): Slices<string> {
  return redact(text, yield* findNamedSecrets(text, nameOfField(field))).text
}

const redacted = (text: string): string => redactSecrets(text).text

const timeOf = (text: string | null): number | null => {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? null : time
}

const keys = z.array(z.string())

/** A memory of another program. Our readers always give this shape; JavaScript callers may pass anything. */
const found = z.looseObject({
  source: z.string(),
  file: z.string(),
  project: z.string().nullish(),
  record: z.looseObject({
    line: z.number(),
    key: keys,
    kind: z.enum(['episode', 'note', 'entity']),
    text: z.string(),
    happenedAt: z.string().nullable(),
    scene: z.string().optional(),
    context: z.record(z.string(), z.json()).optional(),
    tags: z.array(z.string()).optional(),
    entity: z.looseObject({ name: z.string(), entityType: z.enum(entityTypes) }).optional(),
    links: z.array(z.looseObject({ type: z.string(), key: keys })).optional(),
  }),
})

/** Why a value is not such a record; undefined if it is one. */
function problemInRecord(given: unknown): string | undefined {
  try {
    const parsed = found.safeParse(given, { reportInput: true })
    return parsed.success ? undefined : toValidationError(parsed.error).message
  } catch {
    // A getter that throws, or a cyclic value.
    return 'record cannot be read'
  }
}
