import { messageText } from '../../memory/hooks/session/message-text.js'
import type { ForeignFile, ForeignReader, ForeignRecord, Piece } from '../../memory/import-export/foreign-memory.js'
import { isObject } from '../../plain-object.js'
import { PendingCalls } from './pending-calls.js'
import { describeCall, describeFailure } from './tool-failure.js'
import { objectIn, objectsIn, parseObject, textIn, timeIn, type Untrusted } from './untrusted-json.js'

const folderInText = /<cwd>([^<]+)<\/cwd>/
const exitCode = /^(?:Process exited with code|Exit code:) (\d+)/m

/**
 * A session of Codex: `sessions/<year>/<month>/<day>/rollout-….jsonl`. Each line wraps an item in `payload`; earlier
 * versions wrote the bare items.
 */
export function readCodex({ name }: ForeignFile): ForeignReader {
  const calls = new PendingCalls()
  let session = name
  let folder: string | undefined

  function read({ line, text }: Piece): readonly ForeignRecord[] {
    const record = parseObject(text)
    if (record === undefined) return [{ line, problem: 'is not a JSON object' }]
    const payload = objectIn(record, 'payload')
    if (record.type === 'session_meta' || record.type === 'turn_context') folder = textIn(payload, 'cwd') ?? folder
    if (record.type === 'session_meta') session = textIn(payload, 'id') ?? session
    const item = record.type === 'response_item' ? payload : payload === undefined ? record : undefined
    return item === undefined ? [] : readItem(item, line, timeIn(record, 'timestamp'))
  }

  function readItem(item: Untrusted, line: number, happenedAt: string | null): readonly ForeignRecord[] {
    const known = () => ({
      line,
      kind: 'episode' as const,
      happenedAt,
      scene: `codex:${session}`,
      ...(folder === undefined ? {} : { folder }),
    })
    switch (item.type) {
      case 'message': {
        const words = objectsIn(item, 'content')
          .map((part) => textIn(part, 'text') ?? '')
          .join('\n\n')
        folder ??= folderInText.exec(words)?.[1]
        const speaker = item.role
        const spoken = messageText(words)
        if ((speaker !== 'user' && speaker !== 'assistant') || spoken === undefined) return []
        // Lines have no ids, and a resumed session begins with a copy of the earlier lines.
        const key = ['codex', happenedAt ?? session, speaker, spoken]
        return [{ ...known(), key, text: spoken, context: { speaker } }]
      }
      case 'function_call':
      case 'custom_tool_call':
      case 'local_shell_call': {
        const [id, tool] = [textIn(item, 'call_id'), textIn(item, 'name') ?? 'shell']
        const input = objectIn(item, 'action') ?? parseObject(textIn(item, 'arguments') ?? '') ?? {}
        if (id !== undefined) calls.add(id, describeCall(tool, input))
        return []
      }
      case 'function_call_output':
      case 'custom_tool_call_output': {
        const call = calls.take(textIn(item, 'call_id') ?? '')
        const output = failedOutput(item.output)
        const failure = output === undefined ? undefined : describeFailure(call?.() ?? 'A tool', output)
        if (failure === undefined) return []
        const key = ['codex', happenedAt ?? session, 'tool', failure]
        return [{ ...known(), key, text: failure, context: { speaker: 'tool' }, hasFailed: true }]
      }
      default:
        return []
    }
  }

  return { read, end: () => [] }
}

/** The output if the call failed: an object, its JSON, or text that begins with the exit code. */
function failedOutput(output: unknown): string | undefined {
  const result = isObject(output) ? output : typeof output === 'string' ? parseObject(output) : undefined
  const words = result === undefined ? output : (textIn(result, 'output') ?? textIn(result, 'content'))
  if (typeof words !== 'string') return undefined
  const code = objectIn(result, 'metadata')?.exit_code ?? Number(exitCode.exec(words.slice(0, 500))?.[1] ?? 0)
  const hasFailed = result?.success === false || (typeof code === 'number' && code !== 0)
  return hasFailed ? words : undefined
}
