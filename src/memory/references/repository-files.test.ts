import { expect, test } from 'vitest'
import { toRepositoryFiles } from './repository-files.js'

const files = toRepositoryFiles([
  'README.md',
  'src/cart.ts',
  'src/net/http/client.ts',
  'packages/tax/lib/vat.py',
  'vendor/zlib',
  'far/away/',
])

test.each([
  ['src/basket.ts', 'its folder is there'],
  ['src/old/deep/basket.ts', 'its first folder is there'],
  ['SETUP.md', 'the root is always there'],
  ['src/net/http2', 'a folder beside another'],
  ['src/net/grpc/', 'a folder that says so'],
  ['src/basket.PY', 'extensions have no case'],
])('[AUD4] %s may have existed: %s', (path) => {
  expect(files.mayHaveContained(path)).toBe(true)
})

test.each([
  ['lib/basket.ts', 'no such first folder'],
  ['dist/basket.ts', 'what is built is not kept'],
  ['src/basket.rb', 'no file of that kind'],
  ['src/config.timeout', 'no file of that kind'],
  ['lib/vat.py', 'it is there, told from a package'],
  ['tax/lib', 'it is there, told from a folder above'],
  ['src/cart.js', 'it is the import of a file that is there'],
  ['vendor/zlib/inflate.py', 'a submodule keeps its own'],
  ['far/away/basket.ts', 'not in this working tree'],
  ['read/write/execute', 'no such folder'],
  ['src/one/two/three', 'without an extension, the folder above must be there'],
])('[AUD4] %s is no evidence: %s', (path) => {
  expect(files.mayHaveContained(path)).toBe(false)
})

test('[AUD4] an empty repository has no missing files', () => {
  expect(toRepositoryFiles([]).mayHaveContained('src/cart.ts')).toBe(false)
})
