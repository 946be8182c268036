import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { progress } from '../report.mjs'
import { idsIn } from './score.mjs'
import { timeOf, toTranscript } from './transcript.mjs'
import { projectOf } from './world.mjs'

/** A small repository of each name: its remote is how hooks know the project. */
export function makeRepositories(folder, names) {
  return Object.fromEntries(
    Array.from(names, (name) => {
      const path = join(folder, name)
      mkdirSync(join(path, '.git'), { recursive: true })
      writeFileSync(join(path, '.git', 'HEAD'), 'ref: refs/heads/main\n')
      const config = `[remote "origin"]\n\turl = git@git.example:${projectOf(name)}.git\n`
      writeFileSync(join(path, '.git', 'config'), config)
      return [name, path]
    }),
  )
}

/**
 * Holds the sessions one after the other, as an agent's program would: a hook at the start, for each prompt and each
 * failure, at the end of each turn and of the session. Returns the session in which the agent stored each memory itself.
 */
export async function holdSessions(agent, sessions, weekStart, cwdOf) {
  const told = new Map()
  for (const [place, session] of sessions.entries()) {
    if (place % 10 === 0) progress(`session ${place + 1}/${sessions.length}`)
    const of = { session: session.name, repository: session.repository }
    const transcript = toTranscript(session, weekStart, cwdOf[session.repository])
    const at = (step) => timeOf(session, step, weekStart)
    await agent.start(of, at(0))
    let asked = 0
    for (const [step, { kind, ...said }] of session.steps.entries()) {
      if (kind === 'asks') {
        if (asked++ > 0) await agent.stop(of, transcript, at(step))
        await agent.prompt(of, said.text, at(step))
      } else if (kind === 'remembers') told.set(await agent.remember(of, said, at(step)), session.name)
      else if (said.failed) await agent.failure(of, { command: said.input.command, error: said.output }, at(step))
    }
    await agent.end(of, transcript, at(session.steps.length))
  }
  return told
}

/** Each in a session of its own, after the week; what was brought is a text and the ids in it. */
export async function ask(agent, probes, at) {
  const answers = []
  for (const [place, probe] of probes.entries()) {
    if (place % 20 === 0) progress(`prompt ${place + 1}/${probes.length}`)
    const of = { session: probe.id, repository: probe.repository }
    const text = probe.failure ? await agent.failure(of, probe.failure, at) : await agent.prompt(of, probe.prompt, at)
    answers.push({ probe, text, ids: idsIn(text) })
  }
  return answers
}
