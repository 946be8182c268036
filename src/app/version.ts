import { readFileSync } from 'node:fs'

// Two levels up in the source and in the build alike.
const manifest = new URL('../../package.json', import.meta.url)

export const version: string = JSON.parse(readFileSync(manifest, 'utf8')).version
