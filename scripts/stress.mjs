// `npm run test:stress`: the tests with real processes, at full length.
import { spawnSync } from 'node:child_process'

const { status } = spawnSync('npx', ['--no-install', 'vitest', 'run', 'test/processes'], {
  stdio: 'inherit',
  env: { WW_STRESS_SECONDS: '30', WW_STRESS_KILLS: '50', WW_STRESS_MEGABYTES: '100', ...process.env },
  shell: process.platform === 'win32',
})
process.exit(status ?? 1)
