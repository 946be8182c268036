import { type ErrorCode, errorCodes, WorldWeaverError } from '../../errors.js'
import { isReason, WorkflowError } from './workflow-error.js'

/** Reads an error response: COM8's body, the workflow door's (WFL7), or that of a proxy. */
export function readError({ status, headers }: Response, text: string): WorldWeaverError {
  const { error, message, field, retry_after, detail, code } = parse(text)
  const retryAfter = typeof retry_after === 'number' ? retry_after : secondsIn(headers.get('retry-after'))
  if (isReason(code)) return new WorkflowError(code, String(detail), retryAfter)
  return new WorldWeaverError(
    isErrorCode(error) ? error : (codes[status] ?? (status < 500 ? 'validation_error' : 'internal_error')),
    typeof message === 'string' ? message : `The server answered ${status}`,
    { ...(typeof field === 'string' ? { field } : {}), retryAfter },
  )
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

/** HTTP also allows a date, which our servers never send. */
function secondsIn(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined
}

const isErrorCode = (value: unknown): value is ErrorCode => errorCodes.includes(value as ErrorCode)

const codes: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  408: 'timeout',
  429: 'rate_limited',
  504: 'timeout',
}
