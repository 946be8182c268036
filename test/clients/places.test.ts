import { describe, expect, test } from 'vitest'
import { clients } from '#ww/adapters/clients/clients.js'
import type { Machine } from '#ww/adapters/clients/machine.js'

const linux = { platform: 'linux', home: '/home/ada', env: {}, list: () => [] } satisfies Machine
const mac = { platform: 'darwin', home: '/Users/ada', env: {}, list: () => [] } satisfies Machine
const windows = {
  platform: 'win32',
  home: 'C:\\Users\\ada',
  env: { APPDATA: 'C:\\Users\\ada\\AppData\\Roaming', LOCALAPPDATA: 'C:\\Users\\ada\\AppData\\Local' },
  list: () => [],
} satisfies Machine

const fileOf = (id: string, machine: Machine): string => clients.find((each) => each.id === id)!.parts[0].file(machine)

describe("each client's settings are where its documentation says", () => {
  test.each([
    ['claude-code', '/home/ada/.claude.json', '/Users/ada/.claude.json', 'C:\\Users\\ada\\.claude.json'],
    [
      'claude-desktop',
      '/home/ada/.config/Claude/claude_desktop_config.json',
      '/Users/ada/Library/Application Support/Claude/claude_desktop_config.json',
      'C:\\Users\\ada\\AppData\\Roaming\\Claude\\claude_desktop_config.json',
    ],
    ['cursor', '/home/ada/.cursor/mcp.json', '/Users/ada/.cursor/mcp.json', 'C:\\Users\\ada\\.cursor\\mcp.json'],
    [
      'vscode',
      '/home/ada/.config/Code/User/mcp.json',
      '/Users/ada/Library/Application Support/Code/User/mcp.json',
      'C:\\Users\\ada\\AppData\\Roaming\\Code\\User\\mcp.json',
    ],
    [
      'windsurf',
      '/home/ada/.codeium/windsurf/mcp_config.json',
      '/Users/ada/.codeium/windsurf/mcp_config.json',
      'C:\\Users\\ada\\.codeium\\windsurf\\mcp_config.json',
    ],
    ['codex', '/home/ada/.codex/config.toml', '/Users/ada/.codex/config.toml', 'C:\\Users\\ada\\.codex\\config.toml'],
    [
      'gemini',
      '/home/ada/.gemini/settings.json',
      '/Users/ada/.gemini/settings.json',
      'C:\\Users\\ada\\.gemini\\settings.json',
    ],
    [
      'opencode',
      '/home/ada/.config/opencode/opencode.json',
      '/Users/ada/.config/opencode/opencode.json',
      'C:\\Users\\ada\\.config\\opencode\\opencode.json',
    ],
    [
      'zed',
      '/home/ada/.config/zed/settings.json',
      '/Users/ada/.config/zed/settings.json',
      'C:\\Users\\ada\\AppData\\Roaming\\Zed\\settings.json',
    ],
  ])('%s', (id, onLinux, onMac, onWindows) => {
    expect([linux, mac, windows].map((machine) => fileOf(id, machine))).toEqual([onLinux, onMac, onWindows])
  })

  test('the list above is whole', () => {
    expect(clients.map(({ id }) => id)).toEqual([
      'claude-code',
      'claude-desktop',
      'cursor',
      'vscode',
      'windsurf',
      'codex',
      'gemini',
      'opencode',
      'zed',
    ])
  })
})

describe('variables that move them', () => {
  test.each([
    ['claude-code', linux, { CLAUDE_CONFIG_DIR: '/work/claude' }, '/work/claude/.claude.json'],
    ['codex', mac, { CODEX_HOME: '/work/codex' }, '/work/codex/config.toml'],
    ['gemini', linux, { GEMINI_CLI_HOME: '/work/gemini' }, '/work/gemini/.gemini/settings.json'],
    ['zed', linux, { XDG_CONFIG_HOME: '/cfg' }, '/cfg/zed/settings.json'],
    ['zed', mac, { XDG_CONFIG_HOME: '/cfg' }, '/Users/ada/.config/zed/settings.json'],
    ['vscode', linux, { XDG_CONFIG_HOME: '/cfg' }, '/cfg/Code/User/mcp.json'],
    ['vscode', linux, { VSCODE_PORTABLE: '/stick/data' }, '/stick/data/user-data/User/mcp.json'],
    ['claude-desktop', linux, { XDG_CONFIG_HOME: '/cfg' }, '/cfg/Claude/claude_desktop_config.json'],
    ['vscode', windows, { APPDATA: 'D:\\Roaming' }, 'D:\\Roaming\\Code\\User\\mcp.json'],
    ['vscode', windows, {}, 'C:\\Users\\ada\\AppData\\Roaming\\Code\\User\\mcp.json'],
    ['codex', linux, { CODEX_HOME: '' }, '/home/ada/.codex/config.toml'],
  ])('%s, %o, %o', (id, machine, env, file) => {
    expect(fileOf(id, { ...machine, env })).toBe(file)
  })

  test('Claude Desktop as a Windows package has a folder of its own', () => {
    const list = (folder: string) =>
      folder === 'C:\\Users\\ada\\AppData\\Local\\Packages' ? ['Microsoft.Paint_8wekyb', 'Claude_pzs8sxrjxfjjc'] : []
    expect(fileOf('claude-desktop', { ...windows, list })).toBe(
      'C:\\Users\\ada\\AppData\\Local\\Packages\\Claude_pzs8sxrjxfjjc\\LocalCache\\Roaming\\Claude\\claude_desktop_config.json',
    )
  })
})
