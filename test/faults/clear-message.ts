/** What a caller is told. */
export interface Refused {
  readonly code: string
  readonly message: string
}

/** The error that the call must end with. */
export async function refusalOf(call: () => Promise<unknown>): Promise<Refused> {
  const refused = await tryIt(call)
  if ('answer' in refused) throw new Error(`it was answered: ${JSON.stringify(refused.answer).slice(0, 200)}`)
  return refused
}

export async function tryIt<Answer>(call: () => Promise<Answer>): Promise<{ readonly answer: Answer } | Refused> {
  try {
    return { answer: await call() }
  } catch (error) {
    const { code, message } = error as Refused
    return { code, message }
  }
}

/** Says what is wrong with the store, and what its owner can do. */
export function assertClear({ code, message }: Refused, about: RegExp): void {
  if (code !== 'internal_error' || !about.test(message)) throw new Error(`unclear: ${code} ${message}`)
}
