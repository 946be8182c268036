import { messageText } from '../../memory/hooks/session/message-text.js'
import type { ForeignMemory, ForeignReader } from '../../memory/import-export/foreign-memory.js'
import { statelessReader } from '../../memory/import-export/foreign-memory.js'
import { objectIn, parseObject, textIn, textsIn, timeIn, type Untrusted } from './untrusted-json.js'

/**
 * A conversation of `conversations.json` in an account's export. Its messages are a tree (`mapping`), because questions
 * can be edited; the current branch leads from `current_node` up to the root.
 */
export function readChatGpt(): ForeignReader {
  return statelessReader(({ line, text }) => {
    const conversation = parseObject(text)
    const mapping = objectIn(conversation, 'mapping')
    if (conversation === undefined || mapping === undefined) return [{ line, problem: 'is not a conversation' }]
    const id =
      textIn(conversation, 'conversation_id') ??
      textIn(conversation, 'id') ??
      `at ${timeIn(conversation, 'create_time')}`
    const title = textIn(conversation, 'title')
    return pathOf(conversation, mapping).flatMap((message, place): ForeignMemory[] => {
      const speaker = textIn(objectIn(message, 'author'), 'role')
      const said = messageText(wordsOf(message))
      if (said === undefined || (speaker !== 'user' && speaker !== 'assistant')) return []
      return [
        {
          line,
          key: ['chatgpt', textIn(message, 'id') ?? `${id}:${place}`],
          kind: 'episode',
          text: said,
          happenedAt: timeIn(message, 'create_time') ?? timeIn(conversation, 'create_time'),
          scene: `chatgpt:${id}`,
          context: { speaker, ...(title === undefined ? {} : { conversation: title }) },
        },
      ]
    })
  })
}

/** Oldest first. */
function pathOf(conversation: Untrusted, mapping: Untrusted): Untrusted[] {
  const messages: Untrusted[] = []
  const seen = new Set<string>()
  const nodes = Object.keys(mapping)
  // Some exports lack `current_node`: take the last node without children.
  const leaf =
    textIn(conversation, 'current_node') ??
    nodes.findLast((id) => textsIn(objectIn(mapping, id), 'children').length === 0)
  for (let id = leaf; id !== undefined && !seen.has(id); ) {
    seen.add(id)
    const node = objectIn(mapping, id)
    const message = objectIn(node, 'message')
    if (message !== undefined) messages.push(message)
    id = textIn(node, 'parent')
  }
  return messages.reverse()
}

/** The visible text, without messages to tools and the model's hidden ones. */
function wordsOf(message: Untrusted): string {
  const content = objectIn(message, 'content')
  const isHidden = objectIn(message, 'metadata')?.is_visually_hidden_from_conversation === true
  const recipient = textIn(message, 'recipient') ?? 'all'
  const isText = content?.content_type === 'text' || content?.content_type === 'multimodal_text'
  return isHidden || recipient !== 'all' || !isText ? '' : textsIn(content, 'parts').join('\n\n')
}
