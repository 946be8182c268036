import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const main = fileURLToPath(import.meta.resolve('#ww/app/main.js'))
const peer = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/server-memory/package.json')),
  'dist/index.js',
)
const clean = { PATH: process.env.PATH, HOME: process.env.HOME }

/** How each server is started, on its own file in `folder`. */
export const servers = {
  ww: (folder) => ({
    args: [main, 'mcp'],
    env: { ...clean, WW_DATA_DIR: folder, WW_RATE_LIMIT: '0', WW_PROJECT: 'bench' },
  }),
  'server-memory': (folder) => ({
    stderr: 'ignore',
    args: [peer],
    env: { ...clean, MEMORY_FILE_PATH: join(folder, 'server-memory.jsonl') },
  }),
}

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
})

/** Milliseconds from starting the process to the answer to `initialize`. */
export async function timeStart({ args, env }) {
  const start = performance.now()
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'ignore'] })
  child.stdin.write(`${initialize}\n`)
  const answer = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve)
    child.once('exit', (code) => reject(new Error(`the server ended with code ${code} before it answered`)))
  })
  const ms = performance.now() - start
  if (JSON.parse(answer).result === undefined) throw new Error(`initialize was refused: ${answer}`)
  const ended = new Promise((resolve) => child.removeAllListeners('exit').once('exit', resolve))
  child.stdin.end()
  // One that does not end with its input is ended.
  const patience = setTimeout(() => child.kill(), 5_000)
  await ended
  clearTimeout(patience)
  return ms
}

/** A server with the official client in front. A tool's error is thrown. */
export async function connect({ args, env, cwd, stderr = 'inherit' }) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args,
    env,
    cwd,
    stderr,
    maxBufferSize: Number.MAX_SAFE_INTEGER,
  })
  const client = new Client({ name: 'bench', version: '1' })
  await client.connect(transport)
  return {
    pid: transport.pid,
    async call(name, input) {
      const answer = await client.callTool({ name, arguments: input }, { timeout: 600_000 })
      if (answer.isError) throw new Error(answer.content[0].text)
      return answer
    },
    memory: () => memoryOf(transport.pid),
    cpuMs: () => cpuMsOf(transport.pid),
    close: () => client.close(),
  }
}

/** Megabytes now and at most, with those of the processes it started; undefined where there is no /proc. */
export function memoryOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const field = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)[1]) / 1024
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(memoryOf)
    return [{ rss: field('VmRSS'), peak: field('VmHWM') }, ...children].reduce((sum, one) => ({
      rss: sum.rss + one.rss,
      peak: sum.peak + one.peak,
    }))
  } catch {
    return undefined
  }
}

const ticksPerSecond = 100

/** Processor time of all its threads so far: what it costs however busy the machine is. */
function cpuMsOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
    return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1000
  } catch {
    return Number.NaN
  }
}
