/** What the contract says of one conversation: all that a client may know. */
export type Expected =
  | { readonly state: 'none' }
  | { readonly state: 'running'; readonly messageId: string; readonly at: number }
  | { readonly state: 'waiting'; readonly messageId: string }
  | { readonly state: 'over'; readonly messageId: string; readonly how: Ending }

export type Ending = 'completed' | 'cancelled' | 'failed'

/** What fast-check keeps beside the real thing. */
export interface Model {
  now: Expected
  /** How every message of the conversation ended. */
  readonly ended: Map<string, Ending>
}

export const newModel = (): Model => ({ now: { state: 'none' }, ended: new Map() })

export function end(model: Model, messageId: string, how: Ending): void {
  model.ended.set(messageId, how)
  model.now = { state: 'over', messageId, how }
}

/** A message that the client knows of. */
export const knownMessage = ({ now }: Model): string | undefined => (now.state === 'none' ? undefined : now.messageId)

/** WSS3: the types that a message's frames end with. */
export const lastWords: Readonly<Record<Ending, readonly string[]>> = {
  completed: ['memories', 'complete'],
  cancelled: ['status'],
  failed: ['error'],
}
