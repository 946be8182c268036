// A command or hook starts for a single call, and loading hundreds of files took longer than its work (`npm run
// bench:hooks`). The entries are bundled in place into some dozens of files; the library's files stay unbundled. Run this
// right after `tsc`, which rewrites the entries.
import { readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const built = 'dist'
const parts = 'parts'

// Remove the chunks of an earlier build.
rmSync(join(built, parts), { recursive: true, force: true })

const builtPrefix = '@built/'
const pathBetween = (from, to) => relative(from, to).replaceAll('\\', '/')

/** Keeps the meaning of `import.meta.url` for a module that moves into another file. */
const keepImportMetaUrl = {
  name: 'keep-import-meta-url',
  transform: (code, id) => {
    if (/import\.meta\.(?!url\b)/.test(code)) throw new Error(`${id}: only import.meta.url is supported`)
    const own = `new URL(${JSON.stringify(builtPrefix + pathBetween(built, id))}, import.meta.url).href`
    return code.replaceAll('import.meta.url', own)
  },
  renderChunk: (code, { fileName }) => code.replaceAll(builtPrefix, `${pathBetween(dirname(fileName), '.')}/`),
}

/** The entries, each with a folder for its own chunks. */
const entries = [
  { names: ['app/main', 'app/hook/store-sessions'], folder: parts },
  // An agent waits for these, so each is one file or nearly.
  { names: ['app/hook/start-hook'], folder: `${parts}/hook` },
  { names: ['app/hook/ask-cold'], folder: `${parts}/cold` },
  { names: ['app/hook/compose-once'], folder: `${parts}/compose` },
  { names: ['app/hook/helper/run-helper'], folder: `${parts}/helper` },
  { names: ['adapters/sqlite/thread/worker'], folder: `${parts}/worker` },
]

const pathOf = (name) => resolve(built, `${name}.js`)
const allEntries = new Set(entries.flatMap(({ names }) => names).map(pathOf))

/** Packages with so many files that they are bundled as well; each with its licence. */
const bundledPackages = { 'chrono-node': 'LICENSE.txt', zod: 'LICENSE' }

/** The licences of the packages in a chunk. */
function licences({ moduleIds }) {
  const isFrom = (name) => moduleIds.some((id) => id.replaceAll('\\', '/').includes(`/node_modules/${name}/`))
  const licence = ([name, file]) => `/*! ${name}\n${readFileSync(`node_modules/${name}/${file}`, 'utf8').trim()}\n*/`
  return Object.entries(bundledPackages)
    .filter(([name]) => isFrom(name))
    .map(licence)
    .join('\n')
}

const { dependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const installed = { ...dependencies, ...peerDependencies }
const packageOf = (name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)[0]

/** Fails if the bundler adds an import of a helper package that is not installed. */
const checkImports = {
  name: 'check-imports',
  generateBundle(_, bundle) {
    for (const { fileName, imports = [], dynamicImports = [] } of Object.values(bundle)) {
      for (const name of [...imports, ...dynamicImports]) {
        if (name in bundle || name.startsWith('node:') || name.startsWith(builtPrefix)) continue
        if (packageOf(name) in installed) continue
        throw new Error(`${fileName} would need ${name}`)
      }
    }
  },
}

/** Other entries stay external. */
const externalEntries = (names) => {
  const own = new Set(names.map(pathOf))
  return {
    name: 'external-entries',
    resolveId(name, importer) {
      if (importer === undefined || !name.startsWith('.')) return null
      const path = resolve(dirname(importer), name)
      return allEntries.has(path) && !own.has(path)
        ? { id: builtPrefix + pathBetween(built, path), external: true }
        : null
    },
  }
}

const toBundle = ({ names, folder }) => ({
  input: Object.fromEntries(names.map((name) => [name, pathOf(name)])),
  platform: 'node',
  // Other packages stay external: ids that are neither relative nor absolute, on Windows too.
  external: (id) => /^[^./](?!:[/\\])/.test(id) && !(packageOf(id) in bundledPackages),
  plugins: [externalEntries(names), keepImportMetaUrl, checkImports],
  output: {
    dir: built,
    format: 'esm',
    banner: licences,
    entryFileNames: '[name].js',
    chunkFileNames: `${folder}/[name].js`,
    // Full names, so that a server that is upgraded while it runs does not load another function under a short name.
    minifyInternalExports: false,
  },
  logLevel: 'warn',
})

// biome-ignore lint/style/noDefaultExport: rolldown requires it.
export default entries.map(toBundle)
