import { messageText } from '../../memory/hooks/session/message-text.js'
import type {
  ForeignFile,
  ForeignMemory,
  ForeignReader,
  ForeignRecord,
  Piece,
} from '../../memory/import-export/foreign-memory.js'
import { PendingCalls } from './pending-calls.js'
import { describeCall, describeFailure } from './tool-failure.js'
import { objectIn, objectsIn, parseObject, textIn, timeIn, type Untrusted } from './untrusted-json.js'

/** Flags of lines that the program or its sub-agents wrote; the user and the agent did not say them. */
const internalFlags = ['isMeta', 'isSidechain', 'isCompactSummary', 'isApiErrorMessage', 'isVisibleInTranscriptOnly']
/** The program's text for a call that the user refused. */
const refused = /user doesn't want to (?:proceed|take this action)/
const reason = /the user said:\s*([\s\S]+)$/i

/** A session of Claude Code: `projects/<folder>/<session>.jsonl`, one record per line. */
export function readClaudeCode({ name }: ForeignFile): ForeignReader {
  const calls = new PendingCalls()

  function read({ line, text }: Piece): readonly ForeignRecord[] {
    const record = parseObject(text)
    if (record === undefined) return [{ line, problem: 'is not a JSON object' }]
    const { type } = record
    if ((type !== 'user' && type !== 'assistant') || internalFlags.some((flag) => record[flag] === true)) return []
    const message = objectIn(record, 'message')
    if (message === undefined) return [{ line, problem: 'has no message' }]
    const session = textIn(record, 'sessionId') ?? name
    const folder = textIn(record, 'cwd')
    const known = {
      line,
      kind: 'episode' as const,
      happenedAt: timeIn(record, 'timestamp'),
      scene: `claude-code:${session}`,
      ...(folder === undefined ? {} : { folder }),
    }
    // A resumed or forked session begins with a copy of the earlier lines, with the same ids.
    const id = textIn(record, 'uuid') ?? `${session}:${line}`
    const said = (words: string, speaker: string, part: string): ForeignMemory[] => {
      const spoken = messageText(words)
      return spoken === undefined
        ? []
        : [{ key: ['claude-code', id, part], text: spoken, context: { speaker }, ...known }]
    }
    const plain = textIn(message, 'content')
    if (plain !== undefined) return said(plain, type, '0')
    return objectsIn(message, 'content').flatMap((block, place): ForeignMemory[] => {
      const part = String(place)
      if (block.type === 'text') return said(textIn(block, 'text') ?? '', type, part)
      if (block.type === 'tool_use') addCall(block)
      if (block.type !== 'tool_result') return []
      const call = calls.take(textIn(block, 'tool_use_id') ?? '')
      if (block.is_error !== true) return []
      const output = outputOf(block)
      if (refused.test(output)) return said(reason.exec(output)?.[1] ?? '', 'user', part)
      const failure = describeFailure(call?.() ?? 'A tool', output)
      const key = ['claude-code', id, part]
      return failure === undefined
        ? []
        : [{ key, text: failure, context: { speaker: 'tool' }, hasFailed: true, ...known }]
    })
  }

  function addCall(block: Untrusted): void {
    const [id, tool] = [textIn(block, 'id'), textIn(block, 'name')]
    if (id !== undefined && tool !== undefined) calls.add(id, describeCall(tool, objectIn(block, 'input') ?? {}))
  }

  return { read, end: () => [] }
}

const outputOf = (block: Untrusted): string =>
  textIn(block, 'content') ??
  objectsIn(block, 'content')
    .map((each) => textIn(each, 'text') ?? '')
    .join('\n')
