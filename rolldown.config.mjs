// A command and a hook are started for a single call: finding hundreds of files took longer than their work. What
// starts is made of some dozens, in place; whoever takes the package as a library finds the others as they were.
// To be run right after `tsc`, which writes the beginnings anew.
import { readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const built = 'dist'
const parts = 'parts'

// Those of an earlier build, which nothing asks for any more.
rmSync(join(built, parts), { recursive: true, force: true })

const place = '@built/'
const pathBetween = (from, to) => relative(from, to).replaceAll('\\', '/')

/** Where a module looks for files beside it does not depend on which file it has become a part of. */
const whereItWas = {
  name: 'where-it-was',
  transform: (code, id) => {
    if (/import\.meta\.(?!url\b)/.test(code)) throw new Error(`${id}: only import.meta.url is kept as it was`)
    const own = `new URL(${JSON.stringify(place + pathBetween(built, id))}, import.meta.url).href`
    return code.replaceAll('import.meta.url', own)
  },
  renderChunk: (code, { fileName }) => code.replaceAll(place, `${pathBetween(dirname(fileName), '.')}/`),
}

const { dependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const installed = { ...dependencies, ...peerDependencies }
const packageOf = (name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)[0]

/** The bundler brings helpers of its own into some code, which nobody has installed. */
const nothingElse = {
  name: 'nothing-else',
  generateBundle(_, bundle) {
    for (const { fileName, imports = [], dynamicImports = [] } of Object.values(bundle)) {
      for (const name of [...imports, ...dynamicImports]) {
        if (name in bundle || name.startsWith('node:') || packageOf(name) in installed) continue
        throw new Error(`${fileName} would need ${name}`)
      }
    }
  },
}

/** What starts here shares its parts with the others, which lie in a folder of their own. */
const joined = (starts, folder) => ({
  input: Object.fromEntries(starts.map((name) => [name, `${built}/${name}.js`])),
  platform: 'node',
  // What is not ours stays where it is: whatever is neither relative nor absolute, on Windows too.
  external: /^[^./](?!:[/\\])/,
  plugins: [whereItWas, nothingElse],
  output: {
    dir: built,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: `${folder}/[name].js`,
    // By their own names: a server that was upgraded while it runs must not find another function under a letter.
    minifyInternalExports: false,
  },
  logLevel: 'warn',
})

// biome-ignore lint/style/noDefaultExport: the tool asks for it.
export default [
  joined(['app/main', 'adapters/sqlite/worker'], parts),
  // By itself it is one file: an agent waits for it.
  joined(['app/hook/cold-worker'], `${parts}/hook`),
]
