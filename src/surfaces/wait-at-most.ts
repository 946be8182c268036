/** Until the work is done, or that long: whoever stops is not kept by what hangs. Keeps no process alive. */
export async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms).unref()
  })
  await Promise.race([work, enough]).finally(() => clearTimeout(timer))
}
