import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

/** A module of `test/support`, which is TypeScript. It may need nothing but Node and its neighbours. */
export async function loadSupport(name) {
  const input = fileURLToPath(new URL(`../support/${name}`, import.meta.url))
  const bundle = await rolldown({ input, platform: 'node' })
  const { output } = await bundle.generate({ format: 'esm' })
  await bundle.close()
  return import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`)
}
