import { type Installation, isFromNpx, pinnedPackage } from './installation.js'
import type { WantedServer } from './mcp-server.js'

/** One of our hooks in a client: the client's event, and the moment that `ww hook` is called with. */
export interface HookEntry {
  readonly event: string
  readonly moment: 'session-start' | 'prompt' | 'tool-failure' | 'stop' | 'session-end'
  /** After which the client stops waiting, in its own unit; `ww hook` stops long before. */
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

/** https://developers.openai.com/codex/hooks: PostToolUse comes after every tool, and `ww hook` ignores those that succeeded; there is no event for the end of a session. */
export const codexHooks: readonly HookEntry[] = [
  { event: 'SessionStart', moment: 'session-start', timeout: 5 },
  { event: 'UserPromptSubmit', moment: 'prompt', timeout: 5 },
  { event: 'PostToolUse', moment: 'tool-failure', timeout: 5 },
  { event: 'PreCompact', moment: 'session-end', timeout: 5 },
  { event: 'Stop', moment: 'stop', timeout: 5 },
]

/** https://geminicli.com/docs/hooks/reference: AfterTool comes after every tool; timeouts are in milliseconds. */
export const geminiHooks: readonly HookEntry[] = [
  { event: 'SessionStart', moment: 'session-start', timeout: 5_000 },
  { event: 'BeforeAgent', moment: 'prompt', timeout: 5_000 },
  { event: 'AfterTool', moment: 'tool-failure', timeout: 5_000 },
  { event: 'AfterAgent', moment: 'stop', timeout: 5_000 },
  { event: 'PreCompress', moment: 'session-end', timeout: 5_000 },
  { event: 'SessionEnd', moment: 'session-end', timeout: 5_000 },
]

/** https://cursor.com/docs/agent/hooks: the output of a hook before a prompt can only refuse the prompt. */
export const cursorHooks: readonly HookEntry[] = [
  { event: 'sessionStart', moment: 'session-start', timeout: 5 },
  { event: 'postToolUseFailure', moment: 'tool-failure', timeout: 5 },
  { event: 'stop', moment: 'stop', timeout: 5 },
  { event: 'preCompact', moment: 'session-end', timeout: 5 },
  { event: 'sessionEnd', moment: 'session-end', timeout: 5 },
]

/** The command of a hook. POSIX shells and the Windows shell parse it alike. */
export function hookCommand(wanted: Installation & Pick<WantedServer, 'dataDir'>, moment: string): string {
  const { platform, node, program, dataDir } = wanted
  const call = `hook ${moment}${dataDir === undefined ? '' : ` --data-dir ${quoteForShell(dataDir, platform)}`}`
  if (isFromNpx(wanted)) return `npx -y ${pinnedPackage(wanted)} ${call}`
  return `${quoteForShell(node, platform)} ${quoteForShell(program, platform)} ${call}`
}

/** A path may contain what a shell would execute, such as `$(…)`: then single quotes, in which nothing is executed. */
function quoteForShell(path: string, platform: NodeJS.Platform): string {
  const needsSingleQuotes = platform === 'win32' ? /[$\x60]/ : /["$\x60\\]/
  return needsSingleQuotes.test(path) ? `'${path.replaceAll("'", String.raw`'\''`)}'` : `"${path}"`
}

/** Whether the command is ours, wherever the program was installed, and also as earlier versions wrote it. */
export const isOurHook = (command: unknown): boolean =>
  typeof command === 'string' &&
  /(?:world-weaver(?:@\S+)?|main\.js["']) hook (?:session-start|prompt|tool-failure|stop|session-end)(?: --data-dir (?:".*"|'.*'))?$/s.test(
    command,
  )
