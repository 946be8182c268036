import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** What the model says: words, an HTTP error, bytes that are no answer, or nothing at all until the caller gives up. */
type Turn = { readonly says: string } | { readonly fails: number } | { readonly raw: string } | { readonly hangs: true }

interface ChatRequest {
  readonly model: string
  readonly messages: readonly { readonly role: string; readonly content: string }[]
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
    answer(response, turn, body)
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

function answer(response: ServerResponse, turn: Turn, { model, messages }: ChatRequest): void {
  if ('hangs' in turn) return
  response.setHeader('content-type', 'application/json')
  if ('raw' in turn) {
    response.end(turn.raw)
  } else if ('fails' in turn) {
    // Servers like to quote what they were asked.
    response.statusCode = turn.fails
    response.end(JSON.stringify({ error: { message: `cannot do: ${messages.at(-1)?.content}`, type: 'error' } }))
  } else {
    response.end(
      JSON.stringify({
        id: 'chat-1',
        object: 'chat.completion',
        created: 0,
        model,
        choices: [{ index: 0, message: { role: 'assistant', content: turn.says }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      }),
    )
  }
}
