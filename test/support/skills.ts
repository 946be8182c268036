import type { InputOf } from '#ww/index.js'
import type { Mind } from './minds.js'

type CreateSkill = InputOf<'create_skill'>

/** The contract's own example. */
export const deployExample = {
  trajectory: [
    { tool: 'run_command', parameters: { command: 'pytest tests/' }, result: 'All tests passed' },
    { tool: 'run_command', parameters: { command: 'docker build -t myapp .' }, result: 'Image built successfully' },
    { tool: 'run_command', parameters: { command: 'docker push myapp' }, result: 'Pushed to registry' },
  ],
  outcome_score: 0.95,
  domain: 'devops' as const,
  trigger_pattern: 'containerize and deploy application',
}

/** Learns a skill of which only the given matters. */
export async function aSkill(mind: Mind, given: Partial<CreateSkill> = {}): Promise<string> {
  // The example's trigger belongs to the example's steps.
  const { trigger_pattern, ...example } = deployExample
  const trigger = given.trajectory === undefined ? { trigger_pattern } : {}
  const { id } = await mind.call('create_skill', { ...example, ...trigger, ...given })
  return id!
}

export const doing = (...actions: readonly string[]) => actions.map((action) => ({ action }))
