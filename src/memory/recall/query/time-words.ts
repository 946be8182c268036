import { isAscii } from '../text/fold.js'

const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const weekdays = '(?:mon|tues|wednes|thurs|fri|satur|sun)days?'
const units = '(?:second|minute|hour|day|night|week|weekend|month|year|decade)s?'
const seasons = 'summer|winter|spring|autumn|fall'

// "may" and "fall" are also verbs: only "in May", "May 5" or "last fall" name a time.
const english = new RegExp(
  [
    `\\b(?:yesterday|today|tonight|tomorrow|nowadays|recently|lately|ago|weekend|${weekdays}|${months})\\b`,
    `\\b(?:last|next|this|past|previous|coming|every) (?:few |couple of |two |three )?(?:morning|afternoon|evening|${seasons}|${units})\\b`,
    `\\b(?:in|since|on|by|of|until|early|late|mid) may\\b|\\bmay \\d`,
    `\\b(?:\\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|few|several|many) ${units}\\b`,
    '\\b(?:19|20)\\d\\d\\b|\\b\\d{1,2}:\\d\\d\\b|\\b\\d{1,2} ?[ap]\\.?m\\b|\\b\\d{1,2}(?:st|nd|rd|th)\\b',
  ].join('|'),
  'i',
)
const wordsInAscii =
  "gestern|heute|morgen|vorgestern|letzte[nrs]?|hier|aujourd'hui|demain|dernier|prochaine?|ayer|hoy|pasad[oa]|ieri|oggi|domani|ontem|hoje|gisteren|vandaag|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|januar|februar|mai|juni|juli|oktober|dezember|janvier|mars|avril|juin|juillet|octobre|enero|febrero|marzo|abril|mayo|junio|julio|octubre|noviembre|diciembre"
const others = new RegExp(
  `\\b(?:${wordsInAscii}|nächste[nrs]?|dernière|mañana|amanhã|märz|février|août|décembre)\\b|昨日|今日|明日|先週|来週|今週|先月|来月|去年|昨年|昨天|今天|明天|上周|下周|上个|下个|어제|오늘|내일|지난|다음|вчера|сегодня|завтра|[年月日]前|\\d+[年月日년월일]`,
  'iu',
)
/** The ASCII subset. Without the `u` flag it is three times as fast (`npm run bench:import`). */
const othersInAscii = new RegExp(`\\b(?:${wordsInAscii})\\b`, 'i')

/** Whether the text says when something is, was or will be. Cheap, for the write path. */
export function namesTime(text: string): boolean {
  return english.test(text) || (isAscii(text) ? othersInAscii : others).test(text)
}

const asks =
  /\bwhen\b|\b(?:what|which) (?:day|date|time|year|month|week|season|hour)\b|\bhow (?:long|recently|soon|often|old)\b|\bsince when\b|\buntil when\b|\b(?:wann|quand|cuándo|cuando|quando|wanneer|när|hvornår|kiedy|когда)\b|いつ|何時|何日|什么时候|什麼時候|几点|何时|언제/iu

/** Whether the query asks for a time. */
export function asksForTime(query: string): boolean {
  return asks.test(query)
}

// Whether to parse the query for dates; wider than `namesTime`, since a bare "May" or "noon" may be one. A number alone
// is none, and parsing takes long (`npm run bench:costs`).
const shortUnits = 'secs?|s|mins?|m|hrs?|h|d|wks?|w|mons?|mos?|qtrs?|quarters?|yrs?|y'
const shortMonths = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'
const mayName = new RegExp(
  [
    `${english.source}|\\bmay\\b|\\b(?:${seasons}|noon|midnight|now|christmas|easter)\\b`,
    `\\d\\s{0,3}(?:[-/.:~–—]\\s{0,3}\\d|(?:${units}|${shortUnits}|${shortMonths}))|(?:${shortMonths})[a-z]{0,6}[-/.,\\s]{0,3}\\d`,
  ].join('|'),
  'i',
)
/** With a number in the text. */
const shortDay = /\b(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun|tmrw?)\b/i

export function mayNameTime(query: string): boolean {
  return mayName.test(query) || (shortDay.test(query) && /\d/.test(query))
}
