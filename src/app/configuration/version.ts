import { readFileSync } from 'node:fs'

// The path is the same in the source and in the build.
const manifest = new URL('../../../package.json', import.meta.url)

export const version: string = JSON.parse(readFileSync(manifest, 'utf8')).version
