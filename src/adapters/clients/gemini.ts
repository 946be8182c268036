import type { Client } from './client.js'
import { jsonServer } from './jsonc/json-server.js'
import { join, type Machine } from './machine.js'

/** The variable names a home folder, not the folder of settings. */
const folder = (machine: Machine): string => join(machine, machine.env.GEMINI_CLI_HOME || machine.home, '.gemini')

export const gemini: Client = {
  id: 'gemini',
  name: 'Gemini CLI',
  documentation: 'https://geminicli.com/docs/tools/mcp-server/',
  sign: folder,
  // `url` would be one of the older transport, of events alone.
  addressEntry: ({ url, ...rest }) => ({ httpUrl: url, ...rest }),
  parts: [
    { name: 'mcp', file: (machine) => join(machine, folder(machine), 'settings.json'), edit: jsonServer('mcpServers') },
  ],
}
