/** The part of WebSocket that is used here; browsers, Node.js 22 and the package `ws` provide it. */
export interface WebSocketLike {
  addEventListener(type: 'open' | 'error', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  addEventListener(type: 'close', listener: (event: { readonly code: number }) => void): void
  send(text: string): void
  close(): void
}

export type WebSocketConstructor = new (url: string, protocols: string[]) => WebSocketLike
