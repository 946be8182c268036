import { configDefaults, defineConfig } from 'vitest/config'
import { findServer } from './test/support/postgres/find-server.js'

const hasServer = findServer() !== undefined

/** What is the same whichever engine the memories are in: it runs on both. */
const onEveryEngine = [
  'test/golden/operations/**/*.test.ts',
  'test/http/same-answers.test.ts',
  'test/workflow/{answers,contenders,crashes,flows,streams}.test.ts',
  'test/workflow/model/model.test.ts',
]

// Unit tests beside the source run on the TypeScript; everything under test/ runs on the build (`#ww/…`).
// biome-ignore lint/style/noDefaultExport: the tool asks for one
export default defineConfig({
  test: {
    globalSetup: ['test/support/postgres/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          // What several processes do to one database cannot be tried on PGlite.
          exclude: [...configDefaults.exclude, ...(hasServer ? [] : ['test/postgres/**'])],
          provide: { engine: 'sqlite' },
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: hasServer ? onEveryEngine : [],
          setupFiles: ['test/support/postgres/engine-setup.ts'],
          provide: { engine: 'postgres' },
        },
      },
    ],
  },
})
