/** Stores sessions in a detached process that outlives this one: reading a long session takes time. */
export async function storeInBackground(agentSessions: readonly string[], waits: boolean): Promise<void> {
  if (waits) return (await import('./store-sessions.js')).storeSessions(agentSessions)
  const program = process.argv[1]
  if (program === undefined) return
  const { spawn } = await import('node:child_process')
  // After `--`: the client chooses the ids, and one may look like an option.
  const child = spawn(process.execPath, [program, 'hook', '--keep', '--', ...agentSessions], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
  })
  child.on('error', () => undefined)
  child.unref()
}
