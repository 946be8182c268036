import { type Client, projectPlace, serverPart } from './client.js'
import { codexHooks } from './hooks.js'
import { jsonHooks } from './jsonc/json-hooks.js'
import { folderIn, join, type Machine } from './machine.js'
import { tomlServer, tomlServersIn } from './toml/toml-server.js'

const folder = (machine: Machine): string => folderIn(machine, 'CODEX_HOME', '.codex')

export const codex: Client = {
  id: 'codex',
  name: 'Codex CLI',
  documentation: 'https://developers.openai.com/codex/mcp',
  installationPath: folder,
  addressEntry: ({ url, headers }) => ({ url, ...(headers === undefined ? {} : { http_headers: headers }) }),
  canAllowReading: true,
  otherPlaces: projectPlace(['.codex', 'config.toml'], tomlServersIn('mcp_servers')),
  parts: [
    serverPart(folder, 'config.toml', tomlServer('mcp_servers')),
    { name: 'hooks', file: (machine) => join(machine, folder(machine), 'hooks.json'), edit: jsonHooks(codexHooks) },
  ],
}
