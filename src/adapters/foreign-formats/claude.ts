import { messageText } from '../../memory/hooks/session/message-text.js'
import type { ForeignMemory, ForeignReader } from '../../memory/import-export/foreign-memory.js'
import { statelessReader } from '../../memory/import-export/foreign-memory.js'
import { ownEntry } from '../../plain-object.js'
import { sectionsOf } from './markdown-sections.js'
import { objectsIn, parseObject, textIn, timeIn, type Untrusted } from './untrusted-json.js'

const speakers: Readonly<Record<string, string>> = { human: 'user', assistant: 'assistant' }

/** A conversation of `conversations.json` in an account's export, with its messages in order. */
export function readClaude(): ForeignReader {
  return statelessReader(({ line, text }) => {
    const conversation = parseObject(text)
    const memories = textIn(conversation, 'conversations_memory')
    if (memories !== undefined) return toNotes(memories, line)
    if (conversation === undefined || !Array.isArray(conversation.chat_messages)) {
      return [{ line, problem: 'is not a conversation' }]
    }
    const id = textIn(conversation, 'uuid') ?? `at ${timeIn(conversation, 'created_at')}`
    const title = textIn(conversation, 'name')
    return objectsIn(conversation, 'chat_messages').flatMap((message, place): ForeignMemory[] => {
      const speaker = ownEntry(speakers, textIn(message, 'sender') ?? '')
      const said = messageText(wordsOf(message))
      if (said === undefined || speaker === undefined) return []
      return [
        {
          line,
          key: ['claude', textIn(message, 'uuid') ?? `${id}:${place}`],
          kind: 'episode',
          text: said,
          happenedAt: timeIn(message, 'created_at') ?? timeIn(conversation, 'created_at'),
          scene: `claude:${id}`,
          context: { speaker, ...(title === undefined ? {} : { conversation: title }) },
        },
      ]
    })
  })
}

/** `memories.json`: what Claude has noted about the user, as Markdown. */
const toNotes = (memories: string, line: number): ForeignMemory[] =>
  sectionsOf(memories).map(({ headings, body }) => {
    const text = [...headings.slice(-1), body].join('\n\n')
    return { line, key: ['claude', 'memory', text], kind: 'note', text, happenedAt: null }
  })

/** `text` also contains tool output, for older programs; the blocks separate the two. */
function wordsOf(message: Untrusted): string {
  const blocks = objectsIn(message, 'content').filter(({ type }) => type === 'text')
  const words = blocks.map((block) => textIn(block, 'text') ?? '').filter((each) => each !== '')
  return words.length > 0 ? words.join('\n\n') : (textIn(message, 'text') ?? '')
}
