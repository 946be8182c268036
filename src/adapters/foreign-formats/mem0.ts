import type { ForeignReader } from '../../memory/import-export/foreign-memory.js'
import { statelessReader } from '../../memory/import-export/foreign-memory.js'
import { objectIn, parseObject, textIn, textsIn, timeIn } from './untrusted-json.js'

/** A memory of mem0, from `get_all`, an export, or the payload of its vector store. */
export function readMem0(): ForeignReader {
  return statelessReader(({ line, text }) => {
    const record = parseObject(text)
    const fields = objectIn(record, 'payload') ?? record
    const said = textIn(fields, 'memory') ?? textIn(fields, 'data') ?? textIn(fields, 'text')
    if (fields === undefined || said === undefined) return [{ line, problem: 'has no memory' }]
    // mem0 has no speaker; a memory belongs to a user, an agent and a run.
    const owners = ['user_id', 'agent_id', 'app_id', 'run_id'].flatMap((key) => {
      const value = textIn(fields, key)
      return value === undefined ? [] : [[key, value] as const]
    })
    return [
      {
        line,
        key: ['mem0', textIn(record, 'id') ?? textIn(fields, 'hash') ?? said],
        kind: 'note',
        text: said,
        happenedAt: timeIn(fields, 'updated_at') ?? timeIn(fields, 'created_at'),
        ...(owners.length === 0 ? {} : { context: Object.fromEntries(owners) }),
        tags: textsIn(fields, 'categories'),
      },
    ]
  })
}
