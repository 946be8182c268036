import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server'
import { toErrorBody, WorldWeaverError } from '../../errors.js'

/** JSON-RPC leaves codes outside its reserved range to the application; this is HTTP's. */
const tooManyRequests = 429

/** For requests whose result cannot be an error: our error (COM8) becomes the data of a protocol error. */
export function toProtocolError(error: unknown, uri: string): unknown {
  if (!(error instanceof WorldWeaverError)) return error
  // Clients recognise this error by its data, which is only the URI.
  if (error.code === 'not_found') return new ResourceNotFoundError(uri, error.message)
  return new ProtocolError(codeOf(error), error.message, toErrorBody(error))
}

function codeOf({ code }: WorldWeaverError): number {
  if (code === 'validation_error') return ProtocolErrorCode.InvalidParams
  return code === 'rate_limited' ? tooManyRequests : ProtocolErrorCode.InternalError
}
