import { areOpposite, hasOpposite } from '../opposites.js'

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

/** Where something is done: another place is another skill (CON4). */
const environments = words(`
prod production prd staging stage stg dev devel develop development test testing tests qa uat preprod live sandbox demo
canary local localhost main trunk release nightly beta alpha stable produktion produktiv testsystem entwicklung
`)

/** What follows them, by name or number, is a target. */
const targets = words(`
env environment stage context cluster namespace host hostname server node machine vm instance region zone site tenant
profile target remote registry endpoint database db account box umgebung rechner server knoten haus gebäude building house
web app api worker master replica cache redis pg proxy bastion gateway root admin guest
`)

/** A name under one of these options of a command is free to choose. */
const namingOptions = words(
  'name title branch author assignee reviewer email filename file user username customer person',
)
/** A text under one of these is free to write. */
const textOptions = words('message subject title body description comment note caption')
const containerPrograms = words('docker podman buildah nerdctl')

/** Files whose content is acted upon, not executed. */
const dataFile =
  /\.(?:csv|tsv|txt|md|json|jsonl|xml|pdf|png|jpe?g|gif|svg|log|zip|tar|gz|tgz|bz2|xz|7z|dump|bak|xlsx?|docx?|odt|parquet|html?|mp[34]|wav|mov|eml|ics|db|sqlite|bin|img|iso)$/iu
const anyFile = /\.\p{L}\w{0,6}$/u

const days = words(`
monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays
montag dienstag mittwoch donnerstag freitag samstag sonntag montags dienstags mittwochs donnerstags freitags
`)
const months = words(`
january february march april may june july august september october november december januar februar märz mai juni juli
oktober dezember
`)
const numerals = words(`
two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty ninety hundred
zwei drei vier fünf sechs sieben acht neun zehn elf zwölf fünfzehn zwanzig dreißig vierzig fünfzig sechzig hundert
`)
const unitPattern = '(?:ms|s|sec|m|min|h|d|w|y|[kmgt]i?b|[kmg]|mg|kg|ml|cl|l|cm|mm|km|%|°c?|c|€|£|\\$|px|x|w|v)?'
const number = new RegExp(`^([+-]?[€£$]?)(\\d+(?:[.,]\\d+)*)(${unitPattern})$`, 'iu')
const date = /^\d{4}-\d{2}(?:-\d{2}(?:T[\d:.]+Z?)?)?$|^\d{1,2}\.\d{1,2}\.(?:\d{2,4})?$|^\d{1,2}\/\d{1,2}\/\d{2,4}$/
const time = /^\d{1,2}:\d{2}(?::\d{2})?$/
const version = /^v?\d+(?:\.\d+){1,3}([-+][\p{L}\d.]+)?$/iu
const address = /^\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?$/
const ticket = /^(?:\p{L}{3,}-|#)\d{2,}$/u
const commit = /^(?=.*\d)[\da-f]{7,40}$/
const plainName = /^\p{L}[\p{L}\p{N}_-]*$/u
const devices = /^\/(?:dev|proc|sys)\//

/** A value that may differ between two skills: only values of one kind do. */
export interface ValueKind {
  /** Equal for two values that may take each other's place. */
  readonly kind: string
  /** What a person would call it when nothing beside it has a name. */
  readonly name: string
}

const kindOf = (kind: string, name = kind): ValueKind => ({ kind, name })

export interface Place {
  /** The option or key that the value belongs to, in words: `max retries`. */
  readonly option: string | undefined
  /** The word before it. */
  readonly before: string | undefined
  readonly isFirst: boolean
  readonly isCommand: boolean
  /** The first word of the command. */
  readonly program: string | undefined
  readonly isQuoted: boolean
}

/** The words of an identifier: `maxRetries`, `--max-retries` and `max_retries` are "max" and "retries". */
export const partsOf = (text: string): readonly string[] =>
  text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/\p{L}+|\p{N}+/gu) ?? []

const isTarget = (name: string | undefined): boolean =>
  name !== undefined && partsOf(name).some((part) => targets.has(part))
const isNamed = (option: string | undefined, by: ReadonlySet<string>): boolean =>
  option !== undefined && by.has(partsOf(option).at(-1) ?? '')

/** Whether any text may stand there, as a message or a title. */
export const takesText = (option: string | undefined): boolean => isNamed(option, textOptions)

/** The kind of a value; undefined for an ordinary word and for what names a target. */
export function findValueKind(
  text: string,
  place: Place,
  isFirstName: (word: string) => boolean,
): ValueKind | undefined {
  const { option, before, isFirst, isCommand, isQuoted } = place
  if (isTarget(option ?? before)) return undefined
  const plain = text.toLowerCase()
  if (address.test(text)) return undefined
  if (date.test(text)) return kindOf('date')
  if (time.test(text)) return kindOf('time')
  const [, sign, digits, unit] = number.exec(text) ?? []
  if (digits !== undefined) {
    // `kill -9` is an option; zero often means "off".
    if (isCommand && sign.startsWith('-') && option === undefined) return undefined
    return kindOf(
      `number ${sign.replace('+', '')}${/^[0.,]+$/.test(digits) ? '0' : ''} ${unit.toLowerCase()}`,
      'number',
    )
  }
  if (version.test(text)) return kindOf(`version ${version.exec(text)?.[1] ?? ''}`, 'version')
  if (ticket.test(text)) return kindOf(`ticket ${text.replaceAll(/\d/g, '').toLowerCase()}`, 'ticket')
  if (commit.test(text)) return kindOf('commit')
  if (isCommand && isFirst) return undefined
  if (!isCommand) {
    if (numerals.has(plain)) return kindOf('number  ', 'number')
    if (days.has(plain)) return kindOf('day')
    if (months.has(plain) && /^\p{Lu}/u.test(text)) return kindOf('month')
    if (!isFirst && /^\p{Lu}\p{Ll}+$/u.test(text) && isFirstName(text)) return kindOf('person')
    if (/^[^\s@:/]+@[^\s@/]+\.\p{L}{2,}$/u.test(text)) return kindOf('email')
  }
  if (plainName.test(text) && isFreeName(place)) return kindOf('name')
  return isCommand && isQuoted ? undefined : findPathKind(text)
}

const isFreeName = ({ option, program }: Place): boolean =>
  program !== undefined && (isNamed(option, namingOptions) || (option === 'tag' && containerPrograms.has(program)))

function findPathKind(text: string): ValueKind | undefined {
  if (devices.test(text) || /[@:]/.test(text)) return undefined
  if (dataFile.test(text)) return kindOf(`file ${anyFile.exec(text)?.[0].toLowerCase()}`, 'file')
  if (anyFile.test(text)) return undefined
  return /^(?:\.{1,2}|~)?\/.|^[\p{L}\p{N}_-]{2,}(?:\/[^/]+)*\/$/u.test(text) ? kindOf('path') : undefined
}

/** Two paths, identifiers or addresses that differ only in numbers or versions: `sales-2026-01.csv`, `shop:1.2`. */
export function findNumberedKind(ours: string, theirs: string, { option, before }: Place): ValueKind | undefined {
  if (isTarget(option ?? before) || address.test(ours) || devices.test(ours) || /^[-+]/.test(ours)) return undefined
  const [a, b] = [ours.split(/(\d+)/), theirs.split(/(\d+)/)]
  if (a.length < 3 || a.length !== b.length) return undefined
  if (a.some((part, at) => at % 2 === 0 && part !== b[at])) return undefined
  // "web-1" and "E14" are machines and codes; a path, a version or a date is none.
  const isSeparated = a.every(
    (_, at) => at % 2 === 0 || a[at] === b[at] || /[-_./:]$/.test(a[at - 1]) || (at === 1 && a[0] === ''),
  )
  const isLong = /[/.:]/.test(ours) || a.some((part, at) => at % 2 === 1 && part.length > 1)
  if (!isSeparated || !isLong || isTarget(a[0])) return undefined
  return kindOf('numbered', anyFile.test(ours) ? 'file' : ours.includes('/') ? 'path' : 'value')
}

/** Whether the words in which two values differ make them more than values: another place, another action. */
export function differInMeaning(ours: string, theirs: string): boolean {
  const [a, b] = [partsOf(ours), partsOf(theirs)]
  const [onlyOurs, onlyTheirs] = [a.filter((part) => !b.includes(part)), b.filter((part) => !a.includes(part))]
  // The same words in another order.
  if (onlyOurs.length + onlyTheirs.length === 0) return a.some((part) => /\p{L}/u.test(part))
  return (
    [...onlyOurs, ...onlyTheirs].some((part) => isEnvironment(part) || targets.has(part) || hasOpposite(part)) ||
    haveOpposites(onlyOurs, onlyTheirs)
  )
}

export const haveOpposites = (ours: readonly string[], theirs: readonly string[]): boolean =>
  ours.some((one) => theirs.some((other) => areOpposite(one, other)))

export const isEnvironment = (word: string): boolean => environments.has(word)
