const script = (name, ...args) => [process.execPath, `scripts/${name}.mjs`, ...args]
const vitest = (...args) => ['npx', '--no-install', 'vitest', 'run', '--silent=passed-only', ...args]

/** The long forms of what `npm test` runs with pinned seeds. Each repeats its seed; `isShort` only checks that it starts. */
export const campaigns = [
  {
    name: 'tests',
    about: 'every test, with this seed; properties without a number of their own try 1,000 cases; the contract whole',
    command: (_, isShort) => vitest(...(isShort ? ['--project=unit'] : [])),
    variables: (_, isShort) => ({ WW_TEST_RUNS: isShort ? '10' : '1000', WW_TEST_NIGHTLY: '1' }),
  },
  {
    name: 'faults',
    about: '5,000 faults by other seeds: kills, power cuts, full disks, spoilt pages',
    command: (seed, isShort) => script('faults', `--first-seed=${seed}`, ...(isShort ? ['--count=14', '--anew'] : [])),
  },
  {
    name: 'concurrency',
    about: 'sixteen processes and every door at once, for a minute',
    command: (_, isShort) => script('faults', '--concurrency', ...(isShort ? ['--seconds=5'] : [])),
  },
  {
    name: 'stress',
    about: 'processes that share a store, killed 50 times',
    command: () => script('stress'),
    variables: (_, isShort) =>
      isShort ? { WW_STRESS_SECONDS: '2', WW_STRESS_KILLS: '2', WW_STRESS_MEGABYTES: '1' } : {},
  },
  {
    name: 'fuzz',
    about: 'every way in, by its structure, for an hour',
    command: (seed, isShort) => script('fuzz', `--minutes=${isShort ? '0.5' : '60'}`, `--seed=${seed}`),
  },
  {
    name: 'openapi',
    about: '20,000 requests made from the OpenAPI document',
    command: () => script('openapi-fuzz'),
    variables: (seed, isShort) => ({ WW_FUZZ_SEED: String(seed), ...(isShort ? { WW_FUZZ_REQUESTS: '300' } : {}) }),
  },
  ...['sqlite', 'postgres'].map((engine) => ({
    name: `model-${engine}`,
    about: `the workflow door against its model, 2,000 sequences on ${engine}`,
    command: () => script('workflow-model', `--engine=${engine}`),
    variables: (seed, isShort) => ({
      WW_WORKFLOW_SEED: String(seed),
      ...(isShort ? { WW_WORKFLOW_SEQUENCES: '10' } : {}),
    }),
  })),
  {
    name: 'postgres-chaos',
    about: 'five minutes of kills and restarts on PostgreSQL',
    command: (_, isShort) => script('postgres-chaos', ...(isShort ? ['--seconds=10'] : [])),
  },
  {
    name: 'stalls',
    about: 'five minutes of one tenant’s longest texts: the event loop never stalls for long, and others are answered',
    command: (seed, isShort) => script('stalls', `--seed=${seed}`, ...(isShort ? ['--seconds=10'] : [])),
  },
  {
    name: 'soak',
    about: 'forty minutes of mixed load: memory, handles, files and latencies stay level',
    command: (_, isShort) => [
      process.execPath,
      'test/bench/soak.mjs',
      ...(isShort ? ['--minutes=1', '--size=500', '--dry'] : []),
    ],
  },
]
