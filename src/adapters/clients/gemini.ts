import { type Client, projectPlace, serverPart } from './client.js'
import { geminiPolicy } from './gemini-policy.js'
import { geminiHooks } from './hooks.js'
import { geminiJsonHooks } from './jsonc/json-hooks.js'
import { jsonServer, jsonServersIn } from './jsonc/json-server.js'
import { join, type Machine } from './machine.js'
import { serverWithHooks } from './several-edits.js'

/** The variable names a home folder, not the settings folder. */
const folder = (machine: Machine): string => join(machine, machine.env.GEMINI_CLI_HOME || machine.home, '.gemini')

export const gemini: Client = {
  id: 'gemini',
  name: 'Gemini CLI',
  documentation: 'https://geminicli.com/docs/tools/mcp-server/',
  installationPath: folder,
  // `url` stands for the older SSE transport.
  addressEntry: ({ url, ...rest }) => ({ httpUrl: url, ...rest }),
  otherPlaces: projectPlace(['.gemini', 'settings.json'], jsonServersIn('mcpServers')),
  canAllowReading: true,
  parts: [
    serverPart(folder, 'settings.json', serverWithHooks(jsonServer('mcpServers'), geminiJsonHooks(geminiHooks))),
    {
      name: 'policy',
      isOptional: true,
      file: (machine) => join(machine, folder(machine), 'policies', 'world-weaver.toml'),
      edit: geminiPolicy,
    },
  ],
}
