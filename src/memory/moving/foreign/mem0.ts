import type { ForeignReader } from './foreign-memory.js'
import { readerOf } from './foreign-memory.js'
import { objectIn, parseObject, textIn, textsIn, timeIn } from './untrusted-json.js'

/** A memory of mem0, as `get_all` and exports have it, or as the payload of the vector store behind it. */
export function readMem0(): ForeignReader {
  return readerOf(({ line, text }) => {
    const record = parseObject(text)
    const told = objectIn(record, 'payload') ?? record
    const said = textIn(told, 'memory') ?? textIn(told, 'data') ?? textIn(told, 'text')
    if (told === undefined || said === undefined) return [{ line, problem: 'has no memory' }]
    // Who it is about: mem0 has no speaker, but a user, an agent and a run that it belongs to.
    const whose = ['user_id', 'agent_id', 'app_id', 'run_id'].flatMap((key) => {
      const value = textIn(told, key)
      return value === undefined ? [] : [[key, value] as const]
    })
    return [
      {
        line,
        key: ['mem0', textIn(record, 'id') ?? textIn(told, 'hash') ?? said],
        kind: 'note',
        text: said,
        happenedAt: timeIn(told, 'updated_at') ?? timeIn(told, 'created_at'),
        ...(whose.length === 0 ? {} : { context: Object.fromEntries(whose) }),
        tags: textsIn(told, 'categories'),
      },
    ]
  })
}
