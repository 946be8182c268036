// The environment variables, from the tables of docs/configuration.md, where they are explained.
import { readFileSync } from 'node:fs'
import { paragraphs } from './markdown.mjs'

const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8')

/** Makes links within that page work from the reference. */
const tables = [...page.matchAll(/^\| variable \| default \|.*\n(?:\|.*\n)+/gm)].map(([text]) =>
  text.trimEnd().replaceAll('](#', '](configuration.md#'),
)
if (tables.length !== 2) throw new Error('docs/configuration.md should have two tables of variables')

export const variablesSection = () =>
  paragraphs(
    '## Environment variables',
    'An empty variable counts as unset; one that cannot be used stops the start with a line that says why. `ww doctor` shows what is in effect and where it comes from; [configuration](configuration.md) explains more.',
    '### Variables of World Weaver',
    tables[0],
    '### Variables of the system and of other programs',
    tables[1],
  )
