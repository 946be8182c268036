import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server'
import { toErrorBody, WorldWeaverError } from '../../errors.js'

/** JSON-RPC leaves the numbers outside of its own range to the application; this one needs no table. */
const tooManyRequests = 429

/** Where the protocol has no result that is an error: the contract's error (COM8) travels as its data. */
export function toProtocolError(error: unknown, uri: string): unknown {
  if (!(error instanceof WorldWeaverError)) return error
  // Clients know this one by its data, which is the address alone.
  if (error.code === 'not_found') return new ResourceNotFoundError(uri, error.message)
  return new ProtocolError(codeOf(error), error.message, toErrorBody(error))
}

function codeOf({ code }: WorldWeaverError): number {
  if (code === 'validation_error') return ProtocolErrorCode.InvalidParams
  return code === 'rate_limited' ? tooManyRequests : ProtocolErrorCode.InternalError
}
