import { isObject } from '../../plain-object.js'
import { type Client, projectPlace } from './client.js'
import { claudeCodeHooks } from './hooks.js'
import { jsonHooks } from './jsonc/json-hooks.js'
import { withJsonPermissions } from './jsonc/json-permissions.js'
import { jsonServer, jsonServersIn } from './jsonc/json-server.js'
import { findValue } from './jsonc/parse-jsonc.js'
import { folderIn, join, type Machine } from './machine.js'
import { ownServers } from './own-servers.js'

/** Servers for all projects are in a file next to the settings folder, or in the folder that a variable names. */
const serversFile = (machine: Machine): string =>
  join(machine, machine.env.CLAUDE_CONFIG_DIR || machine.home, '.claude.json')

const settingsFile = (machine: Machine): string =>
  join(machine, folderIn(machine, 'CLAUDE_CONFIG_DIR', '.claude'), 'settings.json')

const ofProject = projectPlace(['.mcp.json'], jsonServersIn('mcpServers'))

/** The plugin of this repository, which brings the server and the hooks. */
const pluginsIn = (text: string): readonly string[] => {
  const plugins = findValue(text, ['enabledPlugins'])
  return isObject(plugins)
    ? Object.keys(plugins).filter((name) => name.startsWith('world-weaver@') && plugins[name] === true)
    : []
}

export const claudeCode: Client = {
  id: 'claude-code',
  name: 'Claude Code',
  documentation: 'https://code.claude.com/docs/en/mcp',
  installationPath: (machine) => folderIn(machine, 'CLAUDE_CONFIG_DIR', '.claude'),
  addressEntry: (address) => ({ type: 'http', ...address }),
  canAllowReading: true,
  otherPlaces: (machine, folder) => [
    ...ofProject(machine, folder),
    {
      file: serversFile(machine),
      label: `${serversFile(machine)}, for this folder alone`,
      names: (text) => ownServers(findValue(text, ['projects', folder, 'mcpServers'])),
      remove: ([name = '']) => `claude mcp remove --scope local ${name}`,
    },
    {
      file: settingsFile(machine),
      label: 'the plugin',
      names: pluginsIn,
      remove: () => 'claude plugin uninstall world-weaver',
    },
  ],
  parts: [
    { name: 'mcp', file: serversFile, edit: jsonServer('mcpServers', { type: 'stdio' }) },
    { name: 'hooks', file: settingsFile, edit: withJsonPermissions(jsonHooks(claudeCodeHooks)) },
  ],
}
