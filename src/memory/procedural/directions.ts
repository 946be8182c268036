import { stemEnglish } from '../recall/text/english-stem.js'
import { stopWords } from '../recall/text/stop-words.js'
import { areOpposite, isNegation } from './opposites.js'

/**
 * What is to be done: to begin or to end, in or out, to save or to bring back, to give or to take. The words of a task and
 * of its opposite are otherwise the same, and vectors tell them hardly apart.
 */
type Direction = readonly [towards: RegExp, away: RegExp]

function anyOf(list: string): RegExp {
  const words = list.split('|').map((word) => word.trim())
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'giu')
}

/**
 * A particle says what to do where it belongs to a verb ("turn the light on", "mach die Tür zu"): at the end of a clause
 * or after such a verb. Elsewhere it is a preposition or an article: "on Friday", "ein Kunde".
 */
const atEnd = '(?=\\s*(?:$|[.,;:!?)–]|(?:and|or|again|before|after|und|oder|wieder)(?!\\p{L})))'
const between = '(?:[\\p{L}\\p{N}]+ ){0,4}'

const directions: readonly Direction[] = [
  [
    anyOf(`starts?|started|starting|begins?|beginning|launch(?:es)?|boot|online|opens?|opened|opening|unlock(?:ed)?|
      (?:on|up)${atEnd}|(?:turn|switch|power|log|sign)(?:s|ed|ing)? ${between}(?:on|up)|
      (?:put|bring|set|get|heat|warm|fire)(?:s|ting|ing|ed)? ${between}up|(?:go|goes|going|put|take|bring) ${between}live|
      enabled?|activate|going|running|joins?|signed|hire|onboard(?:ing)?|grant|add|create|install|
      (?:let|put|take|move)(?:s|ting|ing)? ${between}in(?:to)?|(?:ein|an|hoch)(?:zu|ge)?(?:schalt|stell|mach|fahr)\\p{L}*|(?:ein|an|auf)${atEnd}|starten|laufen|läuft|
      in Betrieb|(?<!nie )wieder|öffnen|auf(?:zu|ge)?(?:schließ|sperr|mach|dreh)\\p{L}*|freigeben|scharf|anlegen|neu(?:e[rsnm]?)?|
      démarrer|lancer|ouvrir|allumer`),
    anyOf(`stops?|stopped|stopping|ends?|ended|off|down|offline|shut|shuts|close[sd]?|closing|locks?|lock up|disabled?|
      deactivate|done|over${atEnd}|gone|quits?|leaves?|leaving|(?:has|have|had|who) left|fire|offboard(?:ing)?|revoke|
      (?:take|taken|took|taking|get|go|move|lock|log|sign|kick|throw)(?:s|ed|ing)? ${between}out|
      remove|delete|uninstall|drop|rid of|pause|retire|
      cancel(?:led)?|no longer|no more|nicht mehr|to bed|away|block(?:ed)?|(?:aus|ab|zu)${atEnd}|
      (?:aus|ab|herunter|runter|zu)(?:zu|ge)?(?:schalt|mach|fahr|dreh|schließ|schloss|sperr)\\p{L}*|ab(?:zu|ge)?stell\\p{L}*|
      stillsetzen|stoppen|außer Betrieb|schließen|sperren|unterdrücken|entfernen|loswerden|raus|weg|beenden|arrêter|
      fermer|éteindre`),
  ],
  [
    anyOf(
      'import(?:s|ed|ing)?|load|upload|read in|into|receive[sd]?|borrow|arrive[sd]?|importieren|einlesen|holen|reinholen',
    ),
    anyOf('export(?:s|ed|ing)?|download|lend|hand out|ship|out of|as a file|exportieren|ausgeben|herausziehen'),
  ],
  [
    anyOf('back ?up|backing up|safe copy|dump|save|safety|retten|sichern|sicherung|sauvegarder'),
    anyOf(`restore[sd]?|recover|roll ?back|bring (?:\\p{L}+ )?back|get (?:\\p{L}+ )?back|wiederherstellen|zurück|
      zurückspielen|zurücksetzen|restaurer`),
  ],
  [
    anyOf(
      `raise[sd]?|increase[sd]?|fills?|refill|restock|(?:nothing|none|no \\p{L}+) left|(?:run|runs|running|ran) (?:out of|low)|(?<!no )more|higher|dearer|brighte[nr]|too (?:dry|dark|low|cold)|erhöhen|mehr|höher|heller`,
    ),
    anyOf(`no longer|stop(?:s|ped)?|empty|empties|drain|lower|reduce[sd]?|decrease[sd]?|less|fewer|cheaper|darker|dim|too (?:damp|moist|wet|bright|high|hot)|senken|
      weniger|niedriger|dunkler`),
  ],
  [anyOf('buys?|bought|purchase|kaufen'), anyOf('sells?|sold|verkaufen')],
]

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** Verbs that "up" or "auf" completes to an end: "the shop gives up", "pack up", "sie hört im Mai auf". */
const endingUp =
  /(?<!\p{L})(?:(?:giv(?:es?|ing)|gave|pack(?:s|ing)?|lock(?:s|ing)?|clos(?:e|ing)|clean(?:ing)?|clear(?:ing)?) up|(?:hör|gib|geb)\p{L}* (?:\p{L}+ ){0,4}auf|auf(?:hör|geb)\p{L}*)(?!\p{L})/giu

/** 1 where the text says more of the one, -1 of the other, 0 of neither or of both. */
function signsOf(written: string): readonly number[] {
  const text = written.replace(endingUp, 'stop')
  return directions.map(([towards, away]) => Math.sign(count(text, towards) - count(text, away)))
}

/** Whether the task says in which direction to go. */
export const hasDirection = (task: string): boolean => signsOf(task).some((sign) => sign !== 0)

/**
 * How the task and a skill go together: 1 in the same direction, -1 in opposite ones, 0 where that is not said. What no
 * direction tells apart, single words may: to lend and to borrow, to charge and to refund.
 */
export function agreementWith(task: string): (skill: string) => number {
  const [ours, words] = [signsOf(task), contentWords(task)]
  return (skill) => {
    const theirs = signsOf(skill)
    const agreement = Math.sign(ours.reduce((sum, sign, at) => sum + sign * theirs[at], 0))
    return agreement === 0 && haveOpposites(words, contentWords(skill)) ? -1 : agreement
  }
}

/** A task is short; of a pasted page only the beginning is one. */
const maxWords = 50

/** Each distinct word with its stem. */
type Words = ReadonlyMap<string, string>

function contentWords(text: string): Words {
  const words = new Map<string, string>()
  for (const [word] of text.toLowerCase().matchAll(/\p{L}{3,}/gu)) {
    if (words.size === maxWords) break
    if (!stopWords('en').has(word) && !stopWords('de').has(word)) words.set(word, stemEnglish(word))
  }
  return words
}

/** Whether one has a word, and not the other, of which the other has the opposite; a denied word is no opposite. */
function haveOpposites(ours: Words, theirs: Words): boolean {
  for (const [our, ourStem] of ours) {
    if (isNegation(our)) return false
    if (theirs.has(our)) continue
    for (const [their, theirStem] of theirs) {
      if (ours.has(their)) continue
      if (areOpposite(our, their) || areOpposite(ourStem, theirStem)) return true
    }
  }
  return false
}
