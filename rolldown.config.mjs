// A command and a hook are started for a single call: finding hundreds of files took longer than their work. What
// starts is made of some dozens, in place; whoever takes the package as a library finds the others as they were.
// To be run right after `tsc`, which writes the beginnings anew.
import { readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

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

/** What starts by itself, each with a folder for the parts that it shares with nobody. */
const starts = [
  { names: ['app/main', 'app/hook/keep-sessions'], folder: parts },
  // An agent waits for these: each is one file, or nearly.
  { names: ['app/hook/start-hook'], folder: `${parts}/hook` },
  { names: ['app/hook/ask-cold'], folder: `${parts}/cold` },
  { names: ['app/hook/speak-once'], folder: `${parts}/speak` },
  { names: ['adapters/sqlite/worker'], folder: `${parts}/worker` },
]

const pathOf = (name) => resolve(built, `${name}.js`)
const allStarts = new Set(starts.flatMap(({ names }) => names).map(pathOf))

/** Packages whose dozens of files take longer to find than their work takes; each with its licence. */
const takenIn = { 'chrono-node': 'LICENSE.txt', zod: 'LICENSE' }

/** The licences of those that a part is made of. */
function licences({ moduleIds }) {
  const isFrom = (name) => moduleIds.some((id) => id.replaceAll('\\', '/').includes(`/node_modules/${name}/`))
  const licence = ([name, file]) => `/*! ${name}\n${readFileSync(`node_modules/${name}/${file}`, 'utf8').trim()}\n*/`
  return Object.entries(takenIn)
    .filter(([name]) => isFrom(name))
    .map(licence)
    .join('\n')
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
        if (name in bundle || name.startsWith('node:') || name.startsWith(place)) continue
        if (packageOf(name) in installed) continue
        throw new Error(`${fileName} would need ${name}`)
      }
    }
  },
}

/** What starts by itself is no part of another. */
const startsItself = (names) => {
  const own = new Set(names.map(pathOf))
  return {
    name: 'starts-itself',
    resolveId(name, importer) {
      if (importer === undefined || !name.startsWith('.')) return null
      const path = resolve(dirname(importer), name)
      return allStarts.has(path) && !own.has(path) ? { id: place + pathBetween(built, path), external: true } : null
    },
  }
}

const joined = ({ names, folder }) => ({
  input: Object.fromEntries(names.map((name) => [name, pathOf(name)])),
  platform: 'node',
  // What is not ours stays where it is: whatever is neither relative nor absolute, on Windows too.
  external: (id) => /^[^./](?!:[/\\])/.test(id) && !(packageOf(id) in takenIn),
  plugins: [startsItself(names), whereItWas, nothingElse],
  output: {
    dir: built,
    format: 'esm',
    banner: licences,
    entryFileNames: '[name].js',
    chunkFileNames: `${folder}/[name].js`,
    // By their own names: a server that was upgraded while it runs must not find another function under a letter.
    minifyInternalExports: false,
  },
  logLevel: 'warn',
})

// biome-ignore lint/style/noDefaultExport: the tool asks for it.
export default starts.map(joined)
