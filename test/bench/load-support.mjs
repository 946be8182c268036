import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

/** A module of `test/support`, which is TypeScript. */
export async function loadSupport(name) {
  const input = fileURLToPath(new URL(`../support/${name}`, import.meta.url))
  const bundle = await rolldown({ input, platform: 'node', plugins: [packagesByAddress] })
  const { output } = await bundle.generate({ format: 'esm' })
  await bundle.close()
  return import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`)
}

/** The module that comes out has no place in the file system, from which the name of a package could be resolved. */
const packagesByAddress = {
  name: 'packages-by-address',
  resolveId: (id) =>
    /^[@a-z]/.test(id) && !id.startsWith('node:') ? { id: import.meta.resolve(id), external: true } : null,
}
