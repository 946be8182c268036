import { defineConfig } from 'vitest/config'

// Unit tests beside the source run on the TypeScript; everything under test/ runs on the build (`#ww/…`).
// biome-ignore lint/style/noDefaultExport: the tool asks for one
export default defineConfig({
  test: {
    globalSetup: ['test/support/postgres/global-setup.ts'],
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
