import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { defineConfig, type Plugin, type TestProjectConfiguration } from 'vitest/config'

/** Vite uses forward slashes, on Windows too. */
const posix = (path: string) => path.replaceAll('\\', '/')
const source = `${posix(resolve('src'))}/`

/**
 * Tests run on the TypeScript source, but threads and processes run the build: `import.meta.url` points into `dist/`, which
 * has the same folders as `src/`.
 */
const startsTheBuild: Plugin = {
  name: 'starts-the-build',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(source) || id.endsWith('.test.ts') || !code.includes('import.meta.url')) return undefined
    const built = pathToFileURL(id.replace(source, `${posix(resolve('dist'))}/`).replace(/\.ts$/, '.js')).href
    return { code: code.replaceAll('import.meta.url', JSON.stringify(built)), map: null }
  },
}

const shared = {
  plugins: [startsTheBuild],
  resolve: { alias: [{ find: /^#ww\/(.*)\.js$/, replacement: `${source}$1.ts` }] },
}
/** Only a hang should exceed these limits, on a slow and busy machine too. Nightly runs try ten times as many cases. */
const testTimeout = process.env.WW_TEST_NIGHTLY === '1' ? 600_000 : 120_000
/** Test files to exclude from this run. */
const excluded = (process.env.WW_TEST_EXCLUDE ?? '').split(';').filter((pattern) => pattern !== '')
const common = {
  testTimeout,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
  // A test that passes only on its second try is named at the end of `npm test`.
  retry: process.env.CI ? 1 : 0,
  setupFiles: ['test/support/seed-setup.ts'],
}
/** Tests that need neither the build nor a process. */
const onSource = ['src/**/*.test.ts', 'test/{architecture,rules}/**/*.test.ts']

const unit: TestProjectConfiguration = {
  ...shared,
  test: { ...common, name: 'unit', include: onSource, exclude: excluded, isolate: false, pool: 'threads' },
}

const sqlite: TestProjectConfiguration = {
  ...shared,
  test: {
    ...common,
    name: 'sqlite',
    include: ['test/**/*.test.ts'],
    exclude: ['test/postgres/**', ...onSource, ...excluded],
    provide: { engine: 'sqlite' },
    isolate: false,
  },
}

/** The suites that run on both engines, and those of PostgreSQL alone. */
const postgres: TestProjectConfiguration = {
  ...shared,
  test: {
    ...common,
    name: 'postgres',
    include: [
      'test/golden/operations/**/*.test.ts',
      'test/operations/judgement/**/*.test.ts',
      'test/http/same-answers.test.ts',
      'test/workflow/{answers,contenders,crashes,flows,streams}.test.ts',
      'test/workflow/model/model.test.ts',
      'test/postgres/**/*.test.ts',
    ],
    exclude: excluded,
    setupFiles: [...common.setupFiles, 'test/support/postgres/engine-setup.ts'],
    provide: { engine: 'postgres' },
    isolate: false,
  },
}

// biome-ignore lint/style/noDefaultExport: vitest requires one
export default defineConfig({
  test: {
    // Once for all projects, so that there is one server.
    globalSetup: ['test/support/postgres/global-setup.ts'],
    // Twice the cores of the CI machine, because most tests wait: for a process, a disk or a timer.
    maxWorkers: 4,
    projects: [unit, sqlite, postgres],
  },
})
