/** Never log stored text: memories do not belong in a log. */
export interface Log {
  debug(message: string, details?: Readonly<Record<string, unknown>>): void
  info(message: string, details?: Readonly<Record<string, unknown>>): void
  warn(message: string, details?: Readonly<Record<string, unknown>>): void
  error(message: string, details?: Readonly<Record<string, unknown>>): void
}
