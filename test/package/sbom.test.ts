import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useTemporaryFolders } from '../support/temporary-folder.js'

interface Component {
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly hashes: readonly { readonly alg: string; readonly content: string }[]
  readonly licenses: readonly { readonly license: { readonly id: string } }[]
}

interface Bill {
  readonly bomFormat: string
  readonly specVersion: string
  readonly serialNumber: string
  readonly version: number
  readonly metadata: { readonly component: Component }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

interface Locked {
  readonly version: string
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly peer?: boolean
}

const temporaryFolder = useTemporaryFolders()
const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
const locked = Object.entries(readJson('package-lock.json').packages as Record<string, Locked>)
  .filter(([path, { dev, devOptional, peer }]) => path !== '' && !dev && !devOptional && !peer)
  .map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`)
const dependencies = Object.keys(readJson('package.json').dependencies)

function run(): { readonly bill: Bill; readonly texts: readonly [bill: string, licences: string] } {
  const out = temporaryFolder()
  execFileSync(process.execPath, ['scripts/sbom.mjs', '--out', out])
  const read = (name: string) => readFileSync(join(out, name), 'utf8')
  const texts = [read('sbom.cdx.json'), read('THIRD-PARTY-LICENSES.txt')] as const
  return { bill: JSON.parse(texts[0]) as Bill, texts }
}
const { bill, texts } = run()

test('the bill of materials is CycloneDX 1.5 with all that the format asks for', () => {
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 })
  expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
  for (const { name, version, purl, hashes } of bill.components) {
    expect(purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`)
    expect(hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }])
  }
  const refs = [bill.metadata.component, ...bill.components].map((each) => each['bom-ref'])
  expect(new Set(refs).size).toBe(refs.length)
  expect(bill.dependencies.map(({ ref }) => ref)).toEqual(refs)
  for (const ref of bill.dependencies.flatMap(({ dependsOn }) => dependsOn)) expect(refs).toContain(ref)
})

test('it has every package of an installation, and no other', () => {
  expect(bill.components.map(({ name, version }) => `${name}@${version}`).sort()).toEqual([...locked].sort())
  expect(bill.dependencies[0]?.dependsOn).toHaveLength(dependencies.length)
})

test('every licence is one that we allow, and its text is in the list', () => {
  const allowed = readJson('scripts/allowed-licences.json') as string[]
  for (const { name, version, licenses } of bill.components) {
    expect(allowed, name).toContain(licenses[0]?.license.id)
    expect(texts[1]).toContain(`\n${name} ${version} (${licenses[0]?.license.id})\n`)
  }
  // Our own licence is in our own file.
  expect(texts[1].match(/copyright/gi)?.length).toBeGreaterThan(bill.components.length / 2)
})

test('both are the same for the same lock file', () => {
  expect(run().texts).toEqual(texts)
})
