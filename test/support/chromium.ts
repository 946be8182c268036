import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'chrome']

/** The browser that pages and pictures are looked at with: `WW_TEST_CHROMIUM`, else the first in the path. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env.WW_TEST_CHROMIUM) return isProgram(env.WW_TEST_CHROMIUM) ? env.WW_TEST_CHROMIUM : undefined
  const folders = (env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
