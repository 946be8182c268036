import { WorldWeaverError } from '../../errors.js'
import type { Effect } from '../../memory/access/permission.js'
import type { Origin } from '../../memory/origin.js'
import { isObject } from '../../plain-object.js'
import type { AuditLog } from '../../ports/audit-log.js'
import type { Clock } from '../../ports/clock.js'
import type { Log } from '../../ports/log.js'
import type { MemoryStore } from '../../ports/memory-store.js'
import { recordWrites } from './record-writes.js'

/** Whose call it is, and where it is recorded. */
export interface Auditing {
  readonly audit: AuditLog
  readonly tenant: string
  readonly memories: MemoryStore
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
}

interface Call {
  readonly operation: string
  readonly effect: Effect
  readonly origin: Origin
}

/** A call whose writes are recorded, transaction by transaction, also those that go on in the background. */
export interface AuditedCall {
  readonly memories: MemoryStore
  /** Records what left no other trace: a failed write, one that changed no memory, and what a key read. */
  readonly end: (outcome: { readonly error: unknown } | { readonly answer: unknown }) => void
}

export function auditCall({ operation, effect, origin }: Call, context: Auditing): AuditedCall {
  const { audit, tenant, clock, log } = context
  let isRecorded = false
  function record(what: Effect, ids: readonly string[], outcome = 'ok'): void {
    isRecorded = true
    try {
      audit.append({ at: clock.now(), tenant, ...origin, operation, effect: what, ids, outcome })
    } catch (error) {
      // What was written is durable already: the caller must not take it for failed.
      log.warn('could not write the audit log', { error })
    }
  }
  return {
    memories: recordWrites(context.memories, origin, ({ effect, ids }) => record(effect, ids)),
    end(ended) {
      // What the owner reads is nobody else's business, and would be most of the log.
      if (effect === 'read' && origin.key === null) return
      if ('error' in ended) record(effect, [], codeOf(ended.error))
      else if (effect === 'read') record(effect, idsIn(ended.answer))
      // A key that was only shown what would go has read it.
      else if (isDryRun(ended.answer)) record(effect, origin.key === null ? [] : idsIn(ended.answer), 'dry_run')
      else if (!isRecorded) record(effect, [])
    },
  }
}

const isDryRun = (answer: unknown): boolean =>
  isObject(answer) && (answer.dry_run === true || answer.status === 'dry_run')

const codeOf = (error: unknown): string => (error instanceof WorldWeaverError ? error.code : 'refused')

const idPattern = /^(?:[a-z]{1,12}-)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Parts of an answer that callers fill themselves. */
const ownParts = new Set(['facets', 'attributes', 'context', 'content', 'text'])

/** The ids of an answer, by the names of its fields: a text that looks like an id is still a text. */
function idsIn(answer: unknown, isId = false): string[] {
  if (typeof answer === 'string') return isId && idPattern.test(answer) ? [answer] : []
  if (typeof answer !== 'object' || answer === null) return []
  if (Array.isArray(answer)) return [...new Set(answer.flatMap((each) => idsIn(each, isId)))]
  const found = Object.entries(answer).flatMap(([name, value]) =>
    ownParts.has(name) ? [] : idsIn(value, /(?:^|_)ids?$/.test(name)),
  )
  return [...new Set(found)]
}
