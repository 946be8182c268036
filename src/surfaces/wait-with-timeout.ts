/** Resolves when the work is done or after the timeout. It does not keep the process alive. */
export async function waitWithTimeout(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms).unref()
  })
  await Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}
