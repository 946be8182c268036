import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stagesOf } from './transcripts.mjs'

const program = fileURLToPath(import.meta.resolve('#ww/app/main.js'))
/** Where each client keeps its transcripts, by which the hook knows it. */
const homes = { 'claude-code': '.claude', codex: '.codex', gemini: '.gemini' }
const rulesFiles = { 'claude-code': 'CLAUDE.md', codex: 'AGENTS.md', gemini: 'GEMINI.md' }

/**
 * Runs each session through `ww hook` as its client does, in a project of its own, and returns the texts of the memories
 * that are there afterwards, by the session's name.
 */
export function keepSessions(scripts, folder, onDone = () => undefined) {
  const env = { PATH: process.env.PATH, HOME: folder, USERPROFILE: folder, WW_DATA_DIR: join(folder, 'data') }
  for (const script of scripts) {
    keepSession(script, folder, env)
    onDone(script.name)
  }
  return memoriesIn(env)
}

function keepSession(script, folder, env) {
  const cwd = join(folder, 'projects', script.name)
  mkdirSync(cwd, { recursive: true })
  if (script.projectSays.length > 0) writeFileSync(join(cwd, rulesFiles[script.client]), script.projectSays.join('\n'))
  for (const { event, session, name, transcript } of stagesOf(script, { session: script.name, cwd })) {
    const path = join(folder, homes[script.client], 'sessions', name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, transcript)
    const told = { hook_event_name: event, session_id: session, transcript_path: path, cwd }
    // Codex has no event for the end of a session: it is stored as its last turn ends.
    hook('session-end', told, { ...env, WW_PROJECT: script.name })
    rmSync(path)
  }
}

function hook(moment, told, env) {
  const args = [program, 'hook', moment, '--wait', '--debug']
  const { status, stderr } = spawnSync(process.execPath, args, { env, input: JSON.stringify(told), encoding: 'utf8' })
  if (status !== 0 || stderr !== '') throw new Error(`the hook failed: ${stderr}`)
}

function memoriesIn(env) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, 'export', '--project', '*'], {
    env,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  const kept = new Map()
  for (const line of stdout.split('\n').filter((each) => each !== '')) {
    const { content, project, valid_to, tags = [] } = JSON.parse(line)
    if (valid_to != null || !tags.includes('session')) continue
    kept.set(project, [...(kept.get(project) ?? []), content])
  }
  return kept
}
