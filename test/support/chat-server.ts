import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * What the model says: words, a call of a tool, an HTTP error, bytes that are no answer, or nothing at all until the
 * caller gives up.
 */
type Reply =
  | { readonly says: string }
  | { readonly calls: string; readonly input: object }
  | { readonly fails: number }
  | { readonly raw: string }
  | { readonly hangs: true }

/** What it says may depend on what it was sent. */
type Turn = Reply | ((request: ChatRequest) => Reply)

interface ChatRequest {
  readonly model: string
  readonly messages: readonly { readonly role: string; readonly content: string }[]
  readonly tools?: readonly { readonly function: { readonly name: string } }[]
  readonly response_format?: { readonly type: string }
}

export interface ChatServer {
  readonly baseUrl: string
  readonly requests: readonly { readonly path: string; readonly key: string | undefined; readonly body: ChatRequest }[]
}

/** Speaks OpenAI's chat completions, one scripted turn per request; the last turn goes on for ever. */
export async function useChatServer(...turns: readonly Turn[]): Promise<ChatServer> {
  const requests: ChatServer['requests'][number][] = []
  const server = createServer(async (request, response) => {
    const body = (await bodyOf(request)) as ChatRequest
    const turn = turns[Math.min(requests.length, turns.length - 1)]!
    requests.push({ path: request.url ?? '', key: request.headers.authorization, body })
    answer(response, typeof turn === 'function' ? turn(body) : turn, body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

function answer(response: ServerResponse, reply: Reply, { model, messages }: ChatRequest): void {
  if ('hangs' in reply) return
  response.setHeader('content-type', 'application/json')
  if ('raw' in reply) {
    response.end(reply.raw)
  } else if ('fails' in reply) {
    // Servers like to quote what they were asked.
    response.statusCode = reply.fails
    response.end(JSON.stringify({ error: { message: `cannot do: ${messages.at(-1)?.content}`, type: 'error' } }))
  } else {
    response.end(
      JSON.stringify({
        id: 'chat-1',
        object: 'chat.completion',
        created: 0,
        model,
        choices: [{ index: 0, ...choiceOf(reply) }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      }),
    )
  }
}

function choiceOf(reply: Extract<Reply, { says: string } | { calls: string }>): object {
  if ('says' in reply) return { message: { role: 'assistant', content: reply.says }, finish_reason: 'stop' }
  const call = { name: reply.calls, arguments: JSON.stringify(reply.input) }
  const message = { role: 'assistant', content: null, tool_calls: [{ id: 'call-1', type: 'function', function: call }] }
  return { message, finish_reason: 'tool_calls' }
}
