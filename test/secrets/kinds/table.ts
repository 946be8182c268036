import { redactSecrets } from '#ww/memory/secrets/redact-secrets.js'
import { rules } from '#ww/memory/secrets/rules.js'
import { createRandom } from '../../support/random.js'
import { formKinds } from './forms.js'
import { providerKinds } from './providers.js'
import { surround } from './surroundings.js'
import { draw, type Planted } from './templates.js'

export const kinds = [...providerKinds, ...formKinds]

/** Every kind, each time in another place. */
export const plant = (seed: number): readonly Planted[] => {
  const random = createRandom(seed)
  return kinds.map(([kind, template]) => surround(draw(kind, template, random), random))
}

export const isMasked = ({ kind, before, secret, after }: Planted): boolean =>
  redactSecrets(before + secret + after).text === `${before}[masked ${kind}]${after}`

/** The table of docs/secrets.md: whose secrets are recognised, under which kinds, and how many planted ones were found. */
export function tableOfKinds(seeds: readonly number[]): string {
  const planted = seeds.flatMap(plant)
  const rows = new Map<string, { kinds: Set<string>; sources: Set<string> }>()
  for (const { provider, kind, source, noted } of rules) {
    const row = rows.get(provider) ?? { kinds: new Set(), sources: new Set() }
    row.kinds.add(kind)
    const shown = source.startsWith('docs/')
      ? `[ours](${source.slice('docs/'.length)})`
      : `[${hostOf(source)}](${source})`
    row.sources.add(`${shown}, ${noted}`)
    rows.set(provider, row)
  }
  const lines = [...rows]
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([provider, { kinds: own, sources }]) => {
      const tried = planted.filter(({ kind }) => own.has(kind))
      const found = tried.length === 0 ? 'not planted' : `${tried.filter(isMasked).length} of ${tried.length}`
      const names = [...own].map((kind) => `\`${kind}\``).join(', ')
      return `| ${provider} | ${names} | ${found} | ${[...sources].join('; ')} |`
    })
  return ['| whose | kinds | found | documented at, noted |', '|---|---|---|---|', ...lines].join('\n')
}

const hostOf = (address: string): string => {
  const { hostname, pathname } = new URL(address)
  return hostname === 'github.com' ? pathname.split('/').slice(1, 3).join('/') : hostname
}
