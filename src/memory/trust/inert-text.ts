import { isMarkupAt } from './markup.js'
import { inertBracket, type Skeleton, toSkeleton } from './skeleton.js'

// Control sequences of terminals; control, bidirectional and invisible characters. Joiners stay where scripts and emoji
// need them, which is not after ASCII.
const escapeSequence = /\p{Cc}\[[\d;?]{0,20}[A-Za-z]/gu
/** Needed by scripts and emoji: joiners, variation selectors, fillers. */
const joining = String.raw`\u200c|\u200d|[\ufe00-\ufe0f]|\u3164|\u115f|\u1160|\u17b4|\u17b5|[\u180b-\u180e]`
const unseen = new RegExp(
  [
    String.raw`(?![\n\t\r\v\f\u0085])\p{Cc}`,
    `(?!${joining})\\p{Default_Ignorable_Code_Point}`,
    String.raw`[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]`,
    // The last variation selector makes an emoji of "1" and of "#".
    `(?<=[!-~])(?!\\ufe0f)(?:${joining})`,
  ].join('|'),
  'gu',
)

/** Who speaks in a conversation, as other languages call it. */
const rolesElsewhere =
  'benutzer nutzer mensch assistent système utilisateur humain usuario humano asistente sistema utente umano assistente usuário utilizador systeem gebruiker mens użytkownik człowiek asystent uživatel användare bruger bruker пользователь человек ассистент помощник система користувач людина асистент помічник kullanıcı asistan sistem pengguna المستخدم المساعد النظام उपयोगकर्ता सहायक सिस्टम 用户 用戶 人类 人類 助手 助理 系统 系統 ユーザー 人間 アシスタント システム 사용자 인간 어시스턴트 시스템'.split(
    ' ',
  )
/** As the skeleton shows them, with accents in one piece or apart. */
const spellings = (word: string): string[] =>
  [...new Set([word.normalize('NFC'), word.normalize('NFD')])].map((each) => toSkeleton(each).shape)
const roles = `(?:${rolesElsewhere.flatMap(spellings).join('|')}|human|user|assistant|system|developer|tool|function|ai|bot|model|agent|claude|chatgpt|gpt|gemini|copilot|operator|admin|administrator|instructions?|prompt)`
const aboutRole = '(?:[ \\t_-](?:message|prompt|instructions?|note|reminder|turn|input|output|results?|response|call))?'
/** The beginning of a line: of the text, after a line break, after the sign for one in an injection, after its label. */
const lineStart =
  '(?:^|[\\n\\r\\v\\f\\u0085\\u2028\\u2029]|\\s/\\s|\\]\\s)(?:[ \\t>*_"\'`~+|•·»–—-]|\\d{1,3}[.)](?=\\s)){0,20}'
const roleLine = new RegExp(
  `(?<before>${lineStart})(?<role>${roles}${aboutRole}(?: ?\\([^()\\n]{0,40}\\))?)[ \\t*_"'\`]{0,10}:`,
  'giu',
)
const roleHeading = new RegExp(
  `(?<before>${lineStart})(?<signs>#{1,6})[ \\t*_]{0,10}(?:${roles}|response|input|output)(?![\\p{L}\\p{N}])`,
  'giu',
)
/** `[INST]`, `[/INST]`, `[SYSTEM]`: tokens of chat templates. `users[user]` is an index. */
const bracketToken = new RegExp(
  `(?:(?<![\\p{L}\\p{N}_$)\\]])\\[[ \\t]{0,5}|\\[[ \\t]{0,5}/[ \\t]{0,5})(?:inst|sys|available_tools|tool_\\w{1,20}|${roles}${aboutRole})[ \\t]{0,5}\\]`,
  'giu',
)

/**
 * The text with every markup element, role line and token of a chat template made inert, so that what an agent reads
 * cannot pose as its client, its user or another turn. Only the characters that make the shape are changed.
 */
export function makeInert(text: string): string {
  const seen = text.replace(escapeSequence, '').replace(unseen, '')
  const { shape, places } = toSkeleton(seen)
  const changes = new Map<number, string>()
  for (let at = shape.indexOf('<'); at !== -1; at = shape.indexOf('<', at + 1)) {
    if (isMarkupAt(shape, at)) changes.set(places[at]!, inertBracket)
  }
  for (const { index } of shape.matchAll(bracketToken)) changes.set(places[index]!, '❲')
  for (const { index, groups } of shape.matchAll(roleHeading)) {
    const from = index + groups!.before!.length
    for (let at = from; at < from + groups!.signs!.length; at++) changes.set(places[at]!, '♯')
  }
  return withChanges(quoteRoles(seen, { shape, places }), changes, seen)
}

/** "Human:" becomes "(Human):". Returns what to insert before each place. */
function quoteRoles(text: string, { shape, places }: Skeleton): ReadonlyMap<number, string> {
  const inserted = new Map<number, string>()
  for (const { index, groups } of shape.matchAll(roleLine)) {
    const from = index + groups!.before!.length
    const to = from + groups!.role!.length
    inserted.set(places[from]!, '(')
    inserted.set(places[to] ?? text.length, ')')
  }
  return inserted
}

function withChanges(
  inserted: ReadonlyMap<number, string>,
  changes: ReadonlyMap<number, string>,
  text: string,
): string {
  if (inserted.size === 0 && changes.size === 0) return text
  let result = ''
  let place = 0
  for (const character of text) {
    result += (inserted.get(place) ?? '') + (changes.get(place) ?? character)
    place += character.length
  }
  return result + (inserted.get(place) ?? '')
}
