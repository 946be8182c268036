import type { Terminal } from '../../surfaces/cli/terminal.js'

const mcpServers = `{ "mcpServers": {
    "world-weaver": { "command": "npx", "args": ["-y", "world-weaver", "mcp"] } } }`

/** How each client is told about an MCP server. docs/connect-your-client.md says the same, and a test holds it to that. */
export const clients = [
  { name: 'Claude Code', where: 'in a shell', text: 'claude mcp add world-weaver -- npx -y world-weaver mcp' },
  {
    name: 'Claude Desktop',
    where: 'Settings → Developer → Edit Config (claude_desktop_config.json)',
    text: mcpServers,
  },
  { name: 'Cursor', where: '~/.cursor/mcp.json', text: mcpServers },
  {
    name: 'VS Code',
    where: '.vscode/mcp.json',
    text: `{ "servers": { "world-weaver": {
    "type": "stdio", "command": "npx", "args": ["-y", "world-weaver", "mcp"] } } }`,
  },
] as const

export function showClients({ style }: Terminal): string[] {
  return clients.flatMap(({ name, where, text }) => [
    `${style.bold(name)} ${style.dim(where)}`,
    ...text.split('\n').map((line) => `  ${line}`),
    '',
  ])
}
