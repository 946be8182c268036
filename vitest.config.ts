import { configDefaults, defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { findServer } from './test/support/postgres/find-server.js'

const hasServer = findServer() !== undefined

const patience = { testTimeout: 30_000, hookTimeout: 60_000 }

// Unit tests beside the source run on the TypeScript; everything under test/ runs on the build (`#ww/…`).
const sqlite: TestProjectConfiguration = {
  test: {
    ...patience,
    name: 'sqlite',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // What several processes do to one database cannot be tried on PGlite.
    exclude: [...configDefaults.exclude, ...(hasServer ? [] : ['test/postgres/**'])],
    provide: { engine: 'sqlite' },
  },
}

/** What is the same whichever engine the memories are in. */
const postgres: TestProjectConfiguration = {
  test: {
    ...patience,
    name: 'postgres',
    include: [
      'test/golden/operations/**/*.test.ts',
      'test/http/same-answers.test.ts',
      'test/workflow/{answers,contenders,crashes,flows,streams}.test.ts',
      'test/workflow/model/model.test.ts',
    ],
    setupFiles: ['test/support/postgres/engine-setup.ts'],
    provide: { engine: 'postgres' },
  },
}

// biome-ignore lint/style/noDefaultExport: the tool asks for one
export default defineConfig({
  test: {
    // Once for both, so that there is one server.
    globalSetup: ['test/support/postgres/global-setup.ts'],
    // Two even where there are no more cores: most tests wait for a process that they have started.
    maxWorkers: 2,
    projects: hasServer ? [sqlite, postgres] : [sqlite],
  },
})
