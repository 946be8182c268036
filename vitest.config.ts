import { configDefaults, defineConfig } from 'vitest/config'
import { findServer } from './test/support/postgres/find-server.js'

// Unit tests beside the source run on the TypeScript; everything under test/ runs on the build (`#ww/…`).
// biome-ignore lint/style/noDefaultExport: the tool asks for one
export default defineConfig({
  test: {
    globalSetup: ['test/support/postgres/global-setup.ts'],
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // What several processes do to one database cannot be tried on PGlite.
    exclude: [...configDefaults.exclude, ...(findServer() === undefined ? ['test/postgres/**'] : [])],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
