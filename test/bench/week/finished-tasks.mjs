import { spawnSync } from 'node:child_process'
import { progress } from '../report.mjs'

/** A model may think for so long about one task. */
const patienceMs = 10 * 60_000

/**
 * Gives each task to a command, with what was brought before it, and looks for the expected fact in its answer. The
 * command reads the prompt on standard input and prints its answer.
 */
export function countFinished(command, tasks) {
  let finished = 0
  for (const [place, { probe, text }] of tasks.entries()) {
    progress(`task ${place + 1}/${tasks.length}`)
    const input = `${text === '' ? '' : `${text}\n\n`}${toPrompt(probe)}\n`
    const { stdout, status, error } = spawnSync(command, { shell: true, input, encoding: 'utf8', timeout: patienceMs })
    if (error) throw error
    if (status !== 0) throw new Error(`the agent's command ended with ${status}`)
    if (probe.says.test(stdout)) finished++
  }
  return finished
}

/** Asks for the answer in words, since the command has no repository to work in. */
const toPrompt = ({ prompt, failure, repository }) =>
  `You work in the repository ${repository}. ${
    prompt ?? `The command \`${failure.command}\` failed:\n${failure.error}\nWhat do you do?`
  }\nAnswer in a few sentences, with the facts of this project that bear on it.`
