import { toShortId } from '../../memory/ids.js'

interface Answer {
  readonly id: string
  readonly said_as?: string
  readonly replaced?: readonly string[]
  readonly may_replace?: readonly { readonly id: string; readonly excerpt: string; readonly timestamp: string }[]
  readonly next?: {
    readonly tool: string
    readonly arguments: { readonly id: string; readonly replaced_by: string; readonly session_id?: string }
  }
}

/** What an agent reads of a write: ids as recall shows them, and the call that settles what may be untrue now (OPS6). */
export function toStoredLines({ id, said_as, replaced = [], may_replace = [], next }: Answer): string {
  return [
    `Stored ${toShortId(id)}${said_as === undefined ? '' : ` [${said_as}]`}.`,
    ...(replaced.length === 0 ? [] : [`Replaced ${replaced.map(toShortId).join(', ')}.`]),
    ...may_replace.map(
      (earlier) => `May be untrue now: ${earlier.timestamp.slice(0, 10)} ${toShortId(earlier.id)} ${earlier.excerpt}`,
    ),
    ...(next === undefined ? [] : [`Only if it is: ${next.tool} ${JSON.stringify(withShortIds(next.arguments))}`]),
  ].join('\n')
}

const withShortIds = ({ id, replaced_by, ...rest }: NonNullable<Answer['next']>['arguments']) => ({
  id: toShortId(id),
  replaced_by: toShortId(replaced_by),
  ...rest,
})
