import type { ClientPart } from './client.js'
import { launchOf } from './installation.js'
import type { WantedServer } from './mcp-server.js'
import { ownFile } from './own-file.js'

/** By which the file is known again, wherever the program was installed. */
const mark = '// World Weaver: written by "ww connect opencode", taken away by "ww disconnect opencode".'
const call = /^const call = (\[.*\])$/m

/**
 * OpenCode has plugins where others have hooks: https://opencode.ai/docs/plugins. `chat.message` may add parts to the
 * prompt, `tool.execute.after` text to what a tool said. Nothing here may throw, or the prompt fails: a program that is
 * gone or late says nothing.
 */
const pluginText = (words: readonly string[], options: readonly string[]): string => `${mark}
import { spawn } from 'node:child_process'

const call = ${JSON.stringify(words)}
const options = ${JSON.stringify(options)}

function ask(moment, input) {
  return new Promise((resolve) => {
    let said = ''
    const end = () => {
      try {
        resolve(JSON.parse(said))
      } catch {
        resolve({})
      }
    }
    try {
      const [command, ...args] = [...call, 'hook', moment, ...options]
      const hook = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true })
      const timer = setTimeout(() => hook.kill(), 5000)
      hook.on('error', end)
      hook.on('close', () => {
        clearTimeout(timer)
        end()
      })
      hook.stdout.on('data', (bytes) => {
        said += bytes
      })
      hook.stdin.on('error', () => {})
      hook.stdin.end(JSON.stringify(input))
    } catch {
      end()
    }
  })
}

const textOf = (answer) => answer?.hookSpecificOutput?.additionalContext ?? ''

export const WorldWeaver = async ({ client, directory }) => {
  const begun = new Set()
  const subagents = new Set()
  const about = (sessionID) => ({ session_id: sessionID, cwd: directory })
  return {
    event: async ({ event }) => {
      const info = event?.properties?.info
      if (event?.type === 'session.created' && info?.parentID) subagents.add(info.id)
    },
    'chat.message': async ({ sessionID }, { message, parts }) => {
      if (subagents.has(sessionID)) return
      const typed = parts.filter((part) => part.type === 'text' && !part.synthetic)
      const last = parts.at(-1)
      if (typed.length === 0 || last === undefined) return
      const told = []
      if (!begun.has(sessionID)) {
        begun.add(sessionID)
        const start = await ask('session-start', { ...about(sessionID), source: 'startup' })
        told.push(textOf(start))
        if (start.systemMessage)
          await client.tui.showToast({ body: { message: start.systemMessage, variant: 'info' } }).catch(() => {})
      }
      const prompt = typed.map((part) => part.text).join('\\n')
      told.push(textOf(await ask('prompt', { ...about(sessionID), prompt })))
      const text = told.filter((each) => each !== '').join('\\n\\n')
      // Parts are kept in the order of their ids.
      if (text !== '')
        parts.push({ id: last.id + 'ww', sessionID, messageID: message.id, type: 'text', synthetic: true, text })
    },
    'tool.execute.after': async ({ tool, sessionID, args }, output) => {
      const code = output?.metadata?.exit
      if (typeof code !== 'number' || code === 0 || typeof output.output !== 'string') return
      const response = { exit_code: code, output: output.output }
      const input = { ...about(sessionID), tool_name: tool, tool_input: args, tool_response: response }
      const text = textOf(await ask('tool-failure', input))
      if (text !== '') output.output += '\\n\\n' + text
    },
  }
}
`

export const openCodePlugin: ClientPart['edit'] = (wanted: WantedServer) => {
  const { command, args } = launchOf(wanted)
  const options = wanted.dataDir === undefined ? [] : ['--data-dir', wanted.dataDir]
  const file = ownFile(mark, pluginText([command, ...args], options))
  return {
    ...file,
    hooks(text) {
      const [, words] = call.exec(text) ?? []
      return file.isOurs(text) && words !== undefined ? [words.slice(1, -1).replaceAll('","', '" "')] : []
    },
  }
}
