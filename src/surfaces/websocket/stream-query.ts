import type { StreamQuery } from '../../memory/workflow/stream/reader.js'

const path = /^\/workflow\/ws\/([^/]+)$/
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The URL of an upgrade request if it is a stream's. The target may be malformed. */
export function findStream(target: string | undefined): URL | undefined {
  const base = 'http://localhost'
  if (target === undefined || !URL.canParse(target, base)) return undefined
  const url = new URL(target, base)
  return path.test(url.pathname) ? url : undefined
}

/** WSS2, WSS6: the parsed query, or what is wrong with it. */
export function readStreamQuery(
  url: URL,
): (StreamQuery & { readonly workflowId: string }) | { readonly problem: string } {
  const workflowId = path.exec(url.pathname)?.[1] ?? ''
  if (!uuid.test(workflowId)) return { problem: 'the workflow id must be a UUID' }
  const given = url.searchParams.get('cursor')
  const cursor = given === '' || given === 'null' ? null : given
  if (cursor !== null && !/^\d{1,15}$/.test(cursor)) return { problem: 'cursor must be a whole number from 0' }
  const from = url.searchParams.get('from')
  if (from !== null && from !== 'latest') return { problem: 'from must be latest' }
  const finalOnly = url.searchParams.get('final_only') ?? 'false'
  if (!/^(?:true|false|1|0)$/i.test(finalOnly)) return { problem: 'final_only must be true or false' }
  return {
    workflowId,
    cursor: cursor === null ? from : Number(cursor),
    finalOnly: /^(?:true|1)$/i.test(finalOnly),
  }
}
