import type { Random } from '../../support/random.js'

const lower = 'abcdefghijklmnopqrstuvwxyz'
const upper = lower.toUpperCase()
const digits = '0123456789'

/** What a placeholder such as `{x*36}` is drawn from. */
const alphabets: Readonly<Record<string, string>> = {
  h: `${digits}abcdef`,
  H: `${digits}ABCDEF`,
  n: digits,
  z: '123456789',
  l: lower + digits,
  A: upper + digits,
  a: lower,
  U: upper,
  x: lower + upper + digits,
  L: lower + upper,
  u: `${lower}${upper}${digits}-_`,
  b: `${lower}${upper}${digits}+/`,
  s: `${lower}234567`,
  S: `${upper}234567`,
  k: '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
  e: '023456789acdefghjklmnpqrstuvwxyz',
  p: `${lower}${upper}${digits}!#%+*`,
}

/** A secret as its provider or tool describes it, and what stands around it. */
export interface Planted {
  readonly kind: string
  readonly before: string
  readonly secret: string
  readonly after: string
}

/**
 * `AKIA{S*16}`: the text as it is, and characters drawn from alphabets. `«…»` marks the secret where something belongs
 * around it, `<64:…>` what is in base64. No token is written down: each is assembled here.
 */
export function draw(kind: string, template: string, random: Random): Planted {
  const filled = template
    .replaceAll('{uuid}', '{h*8}-{h*4}-4{h*3}-a{h*3}-{h*12}')
    .replace(/\{(\w)\*(\d+)\}/g, (_, name: string, length: string) =>
      characters(alphabets[name]!, Number(length), random),
    )
    .replace(/<64:([^>]+)>/g, (_, text: string) => Buffer.from(text).toString('base64'))
    .replace(/<64u:([^>]+)>/g, (_, text: string) => Buffer.from(text).toString('base64url'))
  const [before, secret, after] = filled.includes('«') ? filled.split(/[«»]/) : ['', filled, '']
  return { kind, before: before!, secret: secret!, after: after! }
}

/** With two digits and a letter where the alphabet has them, as nearly every drawing of such a length does. */
function characters(alphabet: string, length: number, random: Random): string {
  const drawn = Array.from({ length }, () => random.pick([...alphabet]))
  if (length >= 8) {
    const place = random.below(length - 5)
    if (alphabet.includes('7')) drawn[place] = '7'
    if (alphabet.includes('4')) drawn[place + 3] = '4'
    const letter = [...alphabet].find((each) => /[A-Za-z]/.test(each))
    if (letter !== undefined) drawn[place + 1] = letter
  }
  return drawn.join('')
}
