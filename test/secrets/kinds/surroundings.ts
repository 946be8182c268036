import type { Random } from '../../support/random.js'
import type { Planted } from './templates.js'

/** Where people and programs leave secrets. None of these says what it holds. */
const inLine: readonly (readonly [before: string, after: string])[] = [
  ['We used ', ' for the demo on Monday.'],
  ['Wir haben gestern ', ' benutzt, das ist überholt.'],
  ['On a utilisé ', ' pour la démo, à changer.'],
  ['Usamos ', ' en la demo del lunes.'],
  ['昨日の検証では ', ' を使いました。'],
  ['export SHOP_ACCESS=', '\nmake deploy'],
  ['SHOP_ACCESS=', '\nSHOP_REGION=eu-central-1\n'],
  ['services:\n  shop:\n    environment:\n      ACCESS: ', '\n    ports: ["8080:80"]'],
  ['{"region": "eu", "access": "', '", "retries": 3}'],
  ["const client = connect('", "', { retries: 3 })"],
  ['2026-11-18T09:12:44Z WARN retry 3 with ', ' after 120 ms'],
  ['`', '`'],
  ['(', ')'],
]

/** A secret that brings its own line stands between lines. */
const betweenLines: readonly (readonly [before: string, after: string])[] = [
  ['This is what we ran on Monday:\n\n', '\n\nIt took 12 minutes.'],
  ['Das steht im Wiki, Seite 4:\n', '\nBitte ändern.'],
  ['Voici la configuration :\n', '\nÀ changer bientôt.'],
  ['Esto es lo que hay:\n', '\nHay que cambiarlo.'],
  ['設定は次のとおりです。\n', '\n後で変更します。'],
  ['```\n', '\n```'],
  ['2026-11-18T09:12:44Z INFO\n', '\n2026-11-18T09:12:45Z INFO done in 120 ms'],
]

export function surround(planted: Planted, random: Random): Planted {
  const ownLine = planted.before !== '' || planted.after !== '' || planted.secret.includes('\n')
  const [before, after] = random.pick(ownLine ? betweenLines : inLine)
  return { ...planted, before: before + planted.before, after: planted.after + after }
}
