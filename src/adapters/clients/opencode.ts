import { type Client, projectPlace, serverPart } from './client.js'
import { jsonServer, jsonServersIn } from './jsonc/json-server.js'
import { folderIn, join, type Machine } from './machine.js'
import type { WantedServer } from './mcp-server.js'
import { openCodePlugin } from './opencode-plugin.js'

/** The same folder on every system. */
const folder = (machine: Machine): string => join(machine, folderIn(machine, 'XDG_CONFIG_HOME', '.config'), 'opencode')

/** One list for the command and its arguments; `environment` for the variables. */
const toOpenCode = ({ command, args, env }: { command: string; args: readonly string[]; env: object }) => ({
  type: 'local',
  command: [command, ...args],
  environment: env,
  enabled: true,
})

const edit = (wanted: WantedServer) => jsonServer('mcp', {}, toOpenCode)(wanted)

export const openCode: Client = {
  id: 'opencode',
  name: 'OpenCode',
  documentation: 'https://opencode.ai/docs/mcp-servers/',
  installationPath: folder,
  addressEntry: (address) => ({ type: 'remote', ...address, enabled: true }),
  otherPlaces: projectPlace(['opencode.json'], jsonServersIn('mcp')),
  parts: [
    serverPart(folder, 'opencode.json', edit),
    {
      name: 'plugin',
      file: (machine) => join(machine, folder(machine), 'plugins', 'world-weaver.js'),
      edit: openCodePlugin,
    },
  ],
}
