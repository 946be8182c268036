import { ProtocolError, ProtocolErrorCode, type Request, type Result } from '@modelcontextprotocol/server'

/**
 * Many clients request prompts and logging although the server does not offer them, and show users an error if that
 * fails. The list of prompts is empty, and the log level has no effect.
 */
export async function answerNotOffered({ method, params }: Request): Promise<Result> {
  switch (method) {
    case 'prompts/list':
      return { prompts: [] }
    case 'prompts/get':
      throw noPrompt(params?.name)
    case 'logging/setLevel':
      return {}
    default:
      throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found')
  }
}

export const noPrompt = (name: unknown): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt "${name}": this server has none`)
