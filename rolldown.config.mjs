// A command and a hook are started for a single call: finding hundreds of files took longer than their work. What starts
// is made of few files, in place; whoever takes the package as a library finds the others as they were.
import { rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const built = 'dist'
const starts = ['app/main', 'app/hook/cold-worker', 'adapters/sqlite/worker']
const parts = 'parts'

// Those of an earlier build, which nothing asks for any more.
rmSync(join(built, parts), { recursive: true, force: true })

const place = '@built/'
const pathBetween = (from, to) => relative(from, to).replaceAll('\\', '/')

/** Where a module looks for files beside it does not depend on which file it has become a part of. */
const whereItWas = {
  name: 'where-it-was',
  transform: (code, id) => {
    const own = `new URL(${JSON.stringify(place + pathBetween(built, id))}, import.meta.url).href`
    return code.replaceAll('import.meta.url', own)
  },
  renderChunk: (code, { fileName }) => code.replaceAll(place, `${pathBetween(dirname(fileName), '.')}/`),
}

// biome-ignore lint/style/noDefaultExport: the tool asks for it.
export default {
  input: Object.fromEntries(starts.map((name) => [name, `${built}/${name}.js`])),
  platform: 'node',
  // What is not ours stays where it is.
  external: /^(?![./])/,
  plugins: [whereItWas],
  output: { dir: built, format: 'esm', entryFileNames: '[name].js', chunkFileNames: `${parts}/[name].js` },
  logLevel: 'warn',
}
