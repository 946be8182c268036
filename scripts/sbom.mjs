// `npm run sbom -- --out <folder>`: what an installation brings. `sbom.cdx.json` is a bill of materials (CycloneDX 1.5),
// `THIRD-PARTY-LICENSES.txt` has the licence of each package, word for word. Both are the same for the same lock file:
// no time, no chance. Not `npm sbom --omit dev`: it leaves out what a development package needs as well, such as zod.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))
const { values } = parseArgs({ options: { out: { type: 'string', default: 'sbom' } } })
const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const allowed = new Set(readJson('scripts/allowed-licences.json'))
const { name, version, license, description } = readJson('package.json')
const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')

const packages = Object.entries(JSON.parse(lock).packages)
  .filter(([path, { dev, devOptional, peer }]) => path !== '' && !dev && !devOptional && !peer)
  .map(([path, entry]) => ({ ...entry, path, name: path.slice(path.lastIndexOf('node_modules/') + 13) }))
  .sort((a, b) => (a.path < b.path ? -1 : 1))

const refused = packages.filter((each) => !allowed.has(each.license))
if (refused.length > 0) {
  const list = refused.map((each) => `${each.name}@${each.version}: ${each.license ?? 'none'}`)
  process.stderr.write(`licences that scripts/allowed-licences.json does not list:\n${list.join('\n')}\n`)
  process.exit(1)
}

const purl = (each) => `pkg:npm/${each.name.replace('@', '%40')}@${each.version}`
/** A package that is there twice, in two versions, is needed by the one in whose folder it is. */
function resolve(from, wanted) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${wanted}`
    const found = packages.find((each) => each.path === path)
    if (found !== undefined || folder === '') return found
  }
}
const neededBy = (path, entry) =>
  Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
    .flatMap((wanted) => resolve(path, wanted) ?? [])
    .map(purl)
    .sort()

const own = `pkg:npm/${name}@${version}`
const digest = createHash('sha256').update(`${own}\n${lock}`).digest('hex')
const serial = [digest.slice(0, 8), digest.slice(8, 12), `5${digest.slice(13, 16)}`, `a${digest.slice(17, 20)}`]
const bill = {
  $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  serialNumber: `urn:uuid:${serial.join('-')}-${digest.slice(20, 32)}`,
  version: 1,
  metadata: {
    component: {
      type: 'library',
      'bom-ref': own,
      name,
      version,
      description,
      purl: own,
      licenses: [{ license: { id: license } }],
    },
  },
  components: packages.map((each) => ({
    type: 'library',
    'bom-ref': purl(each),
    name: each.name,
    version: each.version,
    scope: each.optional ? 'optional' : 'required',
    purl: purl(each),
    hashes: [{ alg: 'SHA-512', content: Buffer.from(each.integrity.replace('sha512-', ''), 'base64').toString('hex') }],
    licenses: [{ license: { id: each.license } }],
  })),
  dependencies: [
    { ref: own, dependsOn: neededBy('', readJson('package.json')) },
    ...packages.map((each) => ({ ref: purl(each), dependsOn: neededBy(each.path, each) })),
  ],
}

/** The licence and notice files of a package, as they are. */
function licenceOf(each) {
  const folder = join(root, each.path)
  const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file))
  if (files.length === 0) throw new Error(`${each.name} has no licence file`)
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim())
  return `${each.name} ${each.version} (${each.license})\n\n${texts.join('\n\n')}\n`
}

const rule = `\n${'-'.repeat(80)}\n\n`
const licences = `${name} ${version} is under ${license}. An installation also brings these packages.\n`
mkdirSync(values.out, { recursive: true })
writeFileSync(join(values.out, 'sbom.cdx.json'), `${JSON.stringify(bill, undefined, 2)}\n`)
writeFileSync(join(values.out, 'THIRD-PARTY-LICENSES.txt'), [licences, ...packages.map(licenceOf)].join(rule))
process.stdout.write(`${packages.length} packages in ${values.out}\n`)
