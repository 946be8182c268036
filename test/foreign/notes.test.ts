import { describe, expect, test } from 'vitest'
import { readBasicMemory } from '#ww/adapters/foreign-formats/basic-memory.js'
import { readChatGpt } from '#ww/adapters/foreign-formats/chatgpt.js'
import { readClaude } from '#ww/adapters/foreign-formats/claude.js'
import { readMarkdown } from '#ww/adapters/foreign-formats/markdown.js'
import { readMem0 } from '#ww/adapters/foreign-formats/mem0.js'
import { readServerMemory } from '#ww/adapters/foreign-formats/server-memory.js'
import { memoriesOf, readAll, textsOf } from './reading.js'

describe('exports of accounts', () => {
  const node = (id: string, parent: string | null, role: string, content: object, more: object = {}) => ({
    [id]: {
      id,
      parent,
      children: [],
      message: { id: `m-${id}`, author: { role }, create_time: 1_767_571_200, content, ...more },
    },
  })
  const words = (...parts: unknown[]) => ({ content_type: 'text', parts })

  test('[GWT14] ChatGPT: the branch that counts, without what was hidden or meant for tools', () => {
    const mapping = {
      root: { id: 'root', parent: null, message: null, children: ['a'] },
      ...node('a', 'root', 'system', words('You are helpful.')),
      ...node('b', 'a', 'user', words('What is a monad?')),
      ...node('c', 'b', 'assistant', words('An answer that was asked for again.')),
      ...node('d', 'b', 'assistant', { content_type: 'code', text: 'search()' }, { recipient: 'browser' }),
      ...node('e', 'd', 'tool', words('result')),
      ...node('f', 'e', 'assistant', { content_type: 'multimodal_text', parts: [{ asset: 1 }, 'A monoid.'] }),
      ...node('g', 'f', 'user', words('hidden'), { metadata: { is_visually_hidden_from_conversation: true } }),
    }
    const conversation = { title: 'Monads', conversation_id: 'c1', create_time: 1, mapping, current_node: 'g' }
    expect(memoriesOf(readChatGpt, [conversation])).toMatchObject([
      {
        text: 'What is a monad?',
        context: { speaker: 'user', conversation: 'Monads' },
        happenedAt: '2026-01-05T00:00:00.000Z',
        scene: 'chatgpt:c1',
      },
      { text: 'A monoid.', context: { speaker: 'assistant' } },
    ])
  })

  test('[GWT14] Claude: messages by their blocks, and what Claude noted', () => {
    const chat_messages = [
      {
        uuid: 'm1',
        sender: 'human',
        text: 'Old text',
        content: [{ type: 'text', text: 'What is a monad?' }],
        created_at: '2026-01-05T00:00:00Z',
      },
      {
        uuid: 'm2',
        sender: 'assistant',
        text: 'with tool noise',
        content: [
          { type: 'thinking', thinking: 'Hm' },
          { type: 'tool_use', name: 'x' },
          { type: 'text', text: 'A monoid.' },
        ],
      },
      { uuid: 'm3', sender: 'human', text: 'Only text here', content: [] },
    ]
    const conversation = { uuid: 'c1', name: 'Monads', created_at: '2026-01-04T00:00:00Z', chat_messages }
    expect(
      memoriesOf(readClaude, [conversation, { conversations_memory: '# Work\nAda works on the shop.' }]),
    ).toMatchObject([
      { text: 'What is a monad?', context: { speaker: 'user', conversation: 'Monads' }, scene: 'claude:c1' },
      { text: 'A monoid.', context: { speaker: 'assistant' }, happenedAt: '2026-01-04T00:00:00Z' },
      { text: 'Only text here' },
      { text: 'Work\n\nAda works on the shop.', kind: 'note' },
    ])
    expect(readAll(readClaude, [{ name: 'no messages' }])).toMatchObject([
      { line: 1, problem: 'is not a conversation' },
    ])
  })
})

describe('other memories', () => {
  test('[GWT14] server-memory: entities, what is known about each, and relations', () => {
    const records = readAll(readServerMemory, [
      { type: 'entity', name: 'Ada', entityType: 'person', observations: ['prefers tabs', 'Ada lives in Bern', ' '] },
      { type: 'relation', from: 'Ada', to: 'Shop', relationType: 'works on' },
      { type: 'entity', name: 'Shop', entityType: 'repo', observations: [] },
      { type: 'relation', from: 'Nobody', to: 'Shop', relationType: 'knows' },
      '{"type": "entity"}',
      'garbage',
    ])
    expect(records).toMatchObject([
      { line: 5, problem: 'is an entity without a name' },
      { line: 6, problem: 'is neither an entity nor a relation' },
      {
        kind: 'entity',
        entity: { name: 'Ada', entityType: 'PERSON' },
        links: [{ type: 'WORKS_ON', key: ['server-memory', 'Shop'] }],
      },
      { kind: 'note', text: 'Ada: prefers tabs', links: [{ key: ['server-memory', 'Ada'] }] },
      { kind: 'note', text: 'Ada lives in Bern' },
      { kind: 'entity', entity: { name: 'Shop', entityType: 'PROJECT' } },
      { line: 4, problem: 'is a relation of an unknown entity' },
    ])
  })

  test('[GWT14] mem0: as its API gives them, and as its store keeps them', () => {
    expect(
      readAll(readMem0, [
        {
          id: '1',
          memory: 'Likes tea',
          user_id: 'ada',
          categories: ['taste'],
          created_at: '2026-01-01T00:00:00Z',
          updated_at: '2026-01-05T00:00:00Z',
        },
        { id: '2', payload: { data: 'Lives in Bern', user_id: 'ada', hash: 'h' } },
        { id: '3' },
      ]),
    ).toMatchObject([
      {
        key: ['mem0', '1'],
        text: 'Likes tea',
        tags: ['taste'],
        context: { user_id: 'ada' },
        happenedAt: '2026-01-05T00:00:00Z',
      },
      { key: ['mem0', '2'], text: 'Lives in Bern' },
      { line: 3, problem: 'has no memory' },
    ])
  })

  test('[GWT14] Basic Memory: a note is an entity, with observations, relations and prose', () => {
    const note = `---\ntitle: Coffee Brewing\ntype: note\ntags: [coffee, "home made"]\npermalink: kitchen/coffee-brewing\n---\n\n# Coffee Brewing\n\nSome prose.\n\n- [ ] a task\n\n## Observations\n- [method] Pour over is clearer #brewing #v60\n\n## Relations\n- relates_to [[Coffee Beans]]\n- requires [[kitchen/proper-grinding|Grinding]]\n- [[Tea]]\n`
    expect(memoriesOf(readBasicMemory, [note], 'coffee')).toMatchObject([
      {
        kind: 'entity',
        entity: { name: 'Coffee Brewing', entityType: 'CONCEPT' },
        key: ['basic-memory', 'coffee-brewing'],
        tags: ['coffee', 'home made'],
        links: [
          { type: 'RELATES_TO', key: ['basic-memory', 'coffee-beans'] },
          { type: 'REQUIRES', key: ['basic-memory', 'proper-grinding'] },
          { type: 'LINKED_TO', key: ['basic-memory', 'tea'] },
        ],
      },
      { text: 'Coffee Brewing: Pour over is clearer #brewing #v60', tags: ['method', 'brewing', 'v60'], line: 15 },
      { text: 'Coffee Brewing\n\nSome prose.\n\n- [ ] a task', line: 9 },
    ])
  })

  test('[GWT14] Markdown: a memory for each section, under its headings; code stays whole', () => {
    const text = 'Before.\n\n# One\nFirst.\n\n## Two\n\n```sh\n# no heading\n```\n\n### Three\n\n# Four\nLast.'
    const memories = memoriesOf(readMarkdown('markdown'), [text])
    expect(textsOf(memories)).toEqual([
      'Before.',
      'One\n\nFirst.',
      'One › Two\n\n```sh\n# no heading\n```',
      'Four\n\nLast.',
    ])
    expect(memories.map(({ line }) => line)).toEqual([1, 4, 7, 15])
  })

  test('[GWT14] Markdown: a long section is taken by its paragraphs, each of them whole', () => {
    const paragraphs = Array.from({ length: 12 }, (_, place) => `Paragraph ${place}. ${'word '.repeat(100)}`.trim())
    const texts = textsOf(memoriesOf(readMarkdown('markdown'), [`# Long\n\n${paragraphs.join('\n\n')}`]))
    expect(texts.length).toBeGreaterThan(1)
    expect(texts.map((text) => text.replace('Long\n\n', '')).join('\n\n')).toBe(paragraphs.join('\n\n'))
  })
})
