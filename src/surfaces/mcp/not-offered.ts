import { ProtocolError, ProtocolErrorCode, type Request, type Result } from '@modelcontextprotocol/server'
import { paramsOf } from './messages-in.js'

/**
 * What many clients ask for although it is not offered, and show to people as an error when it is refused: there are no
 * prompts, and nothing is logged to the client, at whatever level.
 */
export async function answerNotOffered({ method, params }: Request): Promise<Result> {
  switch (method) {
    case 'prompts/list':
      return { prompts: [] }
    case 'prompts/get':
      throw noPrompt(paramsOf(params).name)
    case 'logging/setLevel':
      return {}
    default:
      throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found')
  }
}

export const noPrompt = (name: unknown): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt "${name}": this server has none`)
