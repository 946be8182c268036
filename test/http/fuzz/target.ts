import type { Answered } from './judge.js'
import type { Asked } from './requests.js'

/** Where requests go, and what ids came back from there. */
export interface Target {
  /** The request as it was sent, and what was answered. */
  send(asked: Asked): Promise<{ readonly sent: Asked; readonly answered: Answered }>
}

const mostIds = 60

export function createTarget(address: string, fetch: (request: Request) => Promise<Response>): Target {
  /** By their prefix. */
  const pools = new Map<string, string[]>()

  function keep(kind: string, id: string): void {
    const pool = pools.get(kind) ?? []
    pool.push(id)
    if (pool.length > mostIds) pool.shift()
    pools.set(kind, pool)
  }

  /** Ids of answers, for what names them by their place. */
  function fill(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(fill)
    if (typeof value === 'object' && value !== null) {
      const filled = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}:${JSON.stringify(fill(each))}`)
      return JSON.parse(`{${filled.join(',')}}`)
    }
    const [, kind, at] = (typeof value === 'string' && /^\{([a-z]+)(\d+)\}$/.exec(value)) || []
    if (kind === undefined) return value
    const pool = pools.get(kind) ?? []
    return pool[Number(at) % pool.length] ?? '0190a5d0-7c1e-7f3a-9b60-3f1c2d4e5f60'
  }

  function harvest(text: string): void {
    const found = text.slice(0, 20_000).matchAll(/"((ep|ent|proc|note|lsn)-[0-9a-f-]{36})"/g)
    for (const [, id, kind] of [...found].slice(0, 3)) {
      keep(kind!, id!)
      keep('any', id!)
    }
    for (const [, kind, id] of text.matchAll(/"(workflow|message)_id":"([0-9a-f-]{36})"/g)) keep(kind!, id!)
  }

  return {
    async send(asked) {
      const body = asked.body !== undefined && 'json' in asked.body ? { json: fill(asked.body.json) } : asked.body
      const sent = { ...asked, body }
      const hasBody = !['GET', 'HEAD'].includes(sent.method) && body !== undefined
      const text = hasBody ? ('json' in body ? JSON.stringify(body.json) : body.text) : null
      const headers = new Headers({ host: new URL(address).host, ...sent.headers })
      const request = new Request(`${address}${sent.path}`, {
        method: sent.method,
        headers,
        // As bytes: a text would bring a type of its own.
        body: text === null ? null : new TextEncoder().encode(text),
      })
      const response = await fetch(request)
      const answered = { status: response.status, headers: response.headers, text: await response.text() }
      harvest(answered.text)
      return { sent: hasBody ? sent : { ...sent, body: undefined }, answered }
    },
  }
}
