import { type ErrorCode, errorCodes, WorldWeaverError } from '../../errors.js'
import { isReason, WorkflowError } from './workflow-error.js'

/** What the server says is wrong: COM8's body, the workflow door's (WFL7), or that of a proxy on the way. */
export function readError({ status, headers }: Response, text: string): WorldWeaverError {
  const { error, message, field, retry_after, detail, code } = parse(text)
  const retryAfter = typeof retry_after === 'number' ? retry_after : secondsIn(headers.get('retry-after'))
  if (isReason(code)) return new WorkflowError(code, String(detail), retryAfter)
  return new WorldWeaverError(
    isErrorCode(error) ? error : codeOf(status),
    typeof message === 'string' ? message : `The server answered ${status}`,
    {
      ...(typeof field === 'string' ? { field } : {}),
      ...(retryAfter === undefined ? {} : { retryAfter }),
    },
  )
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

/** A date, which HTTP allows there, none of our servers sends. */
function secondsIn(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined
}

const isErrorCode = (value: unknown): value is ErrorCode => errorCodes.includes(value as ErrorCode)

function codeOf(status: number): ErrorCode {
  switch (status) {
    case 401:
      return 'unauthorized'
    case 403:
      return 'forbidden'
    case 404:
      return 'not_found'
    case 408:
    case 504:
      return 'timeout'
    case 429:
      return 'rate_limited'
    default:
      return status < 500 ? 'validation_error' : 'internal_error'
  }
}
