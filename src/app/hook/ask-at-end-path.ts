import { join } from 'node:path'
import { hookFolder } from './hook-folder.js'

/** The clients whose agents are asked for a note at the end of their work, as `ww connect --ask-at-end` set it. */
export const askAtEndPath = (dataDir: string): string => join(hookFolder(dataDir), 'ask-at-end.json')
