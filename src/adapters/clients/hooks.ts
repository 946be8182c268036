import type { WantedServer } from './mcp-server.js'

/** One of our hooks in a client: at which of its events we are called, and as what. */
export interface HookEntry {
  readonly event: string
  /** As `ww hook` takes it. */
  readonly moment: 'session-start' | 'prompt' | 'tool-failure' | 'stop' | 'session-end'
  /** Seconds after which the client gives up; we give up long before. */
  readonly timeout: number
}

/** https://code.claude.com/docs/en/hooks */
export const claudeCodeHooks: readonly HookEntry[] = [
  { event: 'SessionStart', moment: 'session-start', timeout: 5 },
  { event: 'UserPromptSubmit', moment: 'prompt', timeout: 5 },
  { event: 'PostToolUseFailure', moment: 'tool-failure', timeout: 5 },
  { event: 'Stop', moment: 'stop', timeout: 5 },
  { event: 'PreCompact', moment: 'session-end', timeout: 5 },
  { event: 'SessionEnd', moment: 'session-end', timeout: 5 },
]

/** https://developers.openai.com/codex/hooks: after every tool, of which `ww hook` minds those that failed; no end of a session. */
export const codexHooks: readonly HookEntry[] = [
  { event: 'SessionStart', moment: 'session-start', timeout: 5 },
  { event: 'UserPromptSubmit', moment: 'prompt', timeout: 5 },
  { event: 'PostToolUse', moment: 'tool-failure', timeout: 5 },
  { event: 'PreCompact', moment: 'session-end', timeout: 5 },
  { event: 'Stop', moment: 'stop', timeout: 5 },
]

/**
 * The program by its path, since npx alone takes longer than the whole hook may. Should it be gone one day, it fails
 * before it reads anything, and npx answers in its place. Both shells, and that of Windows, read this alike.
 */
export function hookCommand(
  { platform, program, dataDir }: Pick<WantedServer, 'platform' | 'program' | 'dataDir'>,
  moment: string,
): string {
  const call = `hook ${moment}${dataDir === undefined ? '' : ` --data-dir ${quoted(dataDir, platform)}`}`
  return `node ${quoted(program, platform)} ${call} || npx -y world-weaver ${call}`
}

/** A path may hold what a shell would carry out, `$(…)`: that stands between quotes in which nothing is. */
function quoted(path: string, platform: NodeJS.Platform): string {
  const isCarriedOut = platform === 'win32' ? /[$\x60]/ : /["$\x60\\]/
  return isCarriedOut.test(path) ? `'${path.replaceAll("'", String.raw`'\''`)}'` : `"${path}"`
}

/** Ours, wherever the program was when it was written. */
export const isOurHook = (command: unknown): boolean =>
  typeof command === 'string' && /world-weaver hook [a-z-]+(?: --data-dir (?:".*"|'.*'))?$/s.test(command)
