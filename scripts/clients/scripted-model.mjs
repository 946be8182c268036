// A local server that speaks the protocols of three providers and always says the same.
import { createServer } from 'node:http'

const said = 'Noted.'

const anthropic = [
  [
    'message_start',
    {
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'scripted',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    },
  ],
  ['content_block_start', { index: 0, content_block: { type: 'text', text: '' } }],
  ['content_block_delta', { index: 0, delta: { type: 'text_delta', text: said } }],
  ['content_block_stop', { index: 0 }],
  ['message_delta', { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 1 } }],
  ['message_stop', {}],
]

const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 }
const item = { type: 'message', id: 'item_1', role: 'assistant', content: [{ type: 'output_text', text: said }] }
const openai = [
  ['response.created', { response: { id: 'resp_1' } }],
  ['response.output_item.done', { output_index: 0, item }],
  ['response.completed', { response: { id: 'resp_1', output: [item], usage } }],
]

const geminiWith = (part) => ({
  candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
})

const asEvents = (events) =>
  events.map(([type, data]) => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`).join('')

/** Whether a request asks the model for something; a client also counts tokens, reports and looks for updates. */
function answerTo(path, body, call) {
  if (/\/v1\/messages$/.test(path)) {
    if (body.includes('"stream":true')) return asEvents(anthropic)
    const [, { message }] = anthropic[0]
    return JSON.stringify({ ...message, content: [{ type: 'text', text: said }], stop_reason: 'end_turn' })
  }
  if (/\/responses$/.test(path)) return asEvents(openai)
  const isCalling = call !== undefined && !body.includes('"functionResponse"')
  const gemini = geminiWith(isCalling ? { functionCall: call } : { text: said })
  if (/:streamGenerateContent$/.test(path)) return `data: ${JSON.stringify(gemini)}\n\n`
  if (/:generateContent$/.test(path)) return JSON.stringify(geminiWith({ text: said }))
  return undefined
}

/** `requests` are the bodies of what was asked of the model. `call` is a tool that Gemini's is to call first. */
export async function startScriptedModel() {
  const requests = []
  const wish = { call: undefined }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    const { pathname } = new URL(request.url, 'http://localhost')
    const answer = answerTo(pathname, body, wish.call)
    if (answer !== undefined) requests.push(body)
    const isEvents = answer !== undefined && !answer.startsWith('{')
    response.writeHead(200, { 'Content-Type': isEvents ? 'text/event-stream' : 'application/json' })
    response.end(answer ?? (pathname.endsWith('count_tokens') ? '{"input_tokens":1}' : '{"data":[],"models":[]}'))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${server.address().port}`, requests, wish, close: () => server.close() }
}
