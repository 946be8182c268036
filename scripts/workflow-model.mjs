// `npm run test:workflow-model`: the workflow door against its model, for 2,000 sequences of calls. The seed is in the
// names of the tests; `WW_WORKFLOW_SEED` plays the same sequences again.
import { spawnSync } from 'node:child_process'

const seed = process.env.WW_WORKFLOW_SEED ?? String(Math.trunc(Math.random() * 2 ** 31))
process.stdout.write(`Seed ${seed}\n`)
const { status } = spawnSync('npx', ['--no-install', 'vitest', 'run', 'test/workflow/model'], {
  stdio: 'inherit',
  env: { WW_WORKFLOW_SEQUENCES: '2000', ...process.env, WW_WORKFLOW_SEED: seed },
  shell: process.platform === 'win32',
})
process.exit(status ?? 1)
