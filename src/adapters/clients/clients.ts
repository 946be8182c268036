import { claudeCode } from './claude-code.js'
import { claudeDesktop } from './claude-desktop.js'
import type { Client } from './client.js'
import { codex } from './codex.js'
import { cursor } from './cursor.js'
import { gemini } from './gemini.js'
import { openCode } from './opencode.js'
import { vsCode } from './vs-code.js'
import { windsurf } from './windsurf.js'
import { zed } from './zed.js'

/** In display order. */
export const clients: readonly Client[] = [
  claudeCode,
  claudeDesktop,
  cursor,
  vsCode,
  windsurf,
  codex,
  gemini,
  openCode,
  zed,
]
