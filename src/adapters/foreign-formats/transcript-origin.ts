import { isObject } from '../../plain-object.js'
import { objectIn, parseObject, textIn, type Untrusted } from './untrusted-json.js'

/** How a session came about, as far as its transcript tells. */
export interface TranscriptOrigin {
  /** The same for a session and for what resumes it under another id: the id of the first line. */
  readonly start: string | null
  /** Run by a program: `claude -p`, an SDK, `codex exec`. */
  readonly isHeadless: boolean
  /** Run by another agent for a part of its work. */
  readonly isSubAgent: boolean
}

/** Reads it from the first lines of a transcript. */
export function originOf(lines: readonly string[]): TranscriptOrigin {
  const records = lines.flatMap((line): readonly Untrusted[] => {
    const record = parseObject(line)
    return record === undefined ? [] : [record]
  })
  const meta = records.find(({ type }) => type === 'session_meta')
  return meta === undefined ? originInClaudeCode(records) : originInCodex(objectIn(meta, 'payload'))
}

function originInClaudeCode(records: readonly Untrusted[]): TranscriptOrigin {
  const messages = records.filter(({ type }) => type === 'user' || type === 'assistant')
  const entrypoint = messages.map((each) => textIn(each, 'entrypoint')).find((each) => each !== undefined)
  const [first] = messages
  return {
    start: textIn(first, 'uuid') ?? null,
    isHeadless: entrypoint?.startsWith('sdk') ?? false,
    isSubAgent: first?.isSidechain === true,
  }
}

function originInCodex(meta: Untrusted | undefined): TranscriptOrigin {
  const source = meta?.source
  return {
    start: textIn(meta, 'id') ?? null,
    isHeadless: source === 'exec' || source === 'mcp' || meta?.originator === 'codex_exec',
    isSubAgent: (isObject(source) && 'subagent' in source) || meta?.thread_source === 'subagent',
  }
}
