import { spokenText } from '../../habit/session/spoken-text.js'
import type { ForeignFile, ForeignMemory, ForeignReader, ForeignRecord, Piece } from './foreign-memory.js'
import { PendingCalls } from './pending-calls.js'
import { describeCall, describeFailure } from './tool-failure.js'
import { objectIn, objectsIn, parseObject, textIn, timeIn, type Untrusted } from './untrusted-json.js'

/** Written by the program or by agents that it started, not said between the user and the agent. */
const aside = ['isMeta', 'isSidechain', 'isCompactSummary', 'isApiErrorMessage', 'isVisibleInTranscriptOnly']
/** How the program words a call that the user did not allow. */
const refused = /user doesn't want to (?:proceed|take this action)/
const reason = /the user said:\s*([\s\S]+)$/i

/** A session of Claude Code: `projects/<folder>/<session>.jsonl`, a message or a note of the program to a line. */
export function readClaudeCode({ name }: ForeignFile): ForeignReader {
  const calls = new PendingCalls()

  function read({ line, text }: Piece): readonly ForeignRecord[] {
    const record = parseObject(text)
    if (record === undefined) return [{ line, problem: 'is not a JSON object' }]
    const { type } = record
    if ((type !== 'user' && type !== 'assistant') || aside.some((flag) => record[flag] === true)) return []
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
    // A session that is resumed or branched off begins with a copy of the other's lines, under the same ids.
    const id = textIn(record, 'uuid') ?? `${session}:${line}`
    const said = (words: string, speaker: string, part: string): ForeignMemory[] => {
      const spoken = spokenText(words)
      return spoken === undefined
        ? []
        : [{ key: ['claude-code', id, part], text: spoken, context: { speaker }, ...known }]
    }
    const plain = textIn(message, 'content')
    if (plain !== undefined) return said(plain, type, '0')
    return objectsIn(message, 'content').flatMap((block, place): ForeignMemory[] => {
      const part = String(place)
      if (block.type === 'text') return said(textIn(block, 'text') ?? '', type, part)
      if (block.type === 'tool_use') note(block)
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

  function note(block: Untrusted): void {
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
