// Runs `ww hook <moment>` in this process if the program's path is known, because starting npx exceeds a hook's time limit.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The data folder, with the defaults of docs/configuration.md. */
function dataDir({ WW_DATA_DIR, LOCALAPPDATA, XDG_DATA_HOME }) {
  if (WW_DATA_DIR) return WW_DATA_DIR.replace(/^~(?=$|[/\\])/, () => homedir())
  if (process.platform === 'win32') return join(LOCALAPPDATA || join(homedir(), 'AppData', 'Local'), 'world-weaver')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'world-weaver')
  return join(XDG_DATA_HOME?.startsWith('/') ? XDG_DATA_HOME : join(homedir(), '.local', 'share'), 'world-weaver')
}

/** A running server writes the program's path to this file. */
function findProgram() {
  try {
    const path = readFileSync(join(dataDir(process.env), 'habit', 'program'), 'utf8').trim()
    return existsSync(path) ? path : undefined
  } catch {
    return undefined
  }
}

const moment = process.argv[2] ?? ''
const program = findProgram()
if (program !== undefined) {
  process.argv = [process.argv[0], program, 'hook', moment]
  await import(pathToFileURL(program).href)
} else {
  // The first run, of the version that the plugin is of. A failing memory must not stop the agent.
  const manifest = new URL('../.claude-plugin/plugin.json', import.meta.url)
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'))
  const npx = spawn('npx', ['-y', `world-weaver@${version}`, 'hook', moment], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  npx.on('error', () => process.exit(0))
  npx.on('exit', () => process.exit(0))
}
