import { json } from '../cli/ww.js'

/** A key as `ww key create` makes it; its token. */
export async function createKey(dataDir: string, name: string, ...options: readonly string[]): Promise<string> {
  const { token } = await json(dataDir, ['key', 'create', '--name', name, ...options], {
    env: { WW_DATA_DIR: dataDir },
  })
  return token as string
}
