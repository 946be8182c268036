/** How far an element is read; a longer one is no code. */
const maxElement = 160

const closing = /^<\s*\/\s*[\p{L}_▁|]/u
/** Comments, sections and declarations of XML; `<|im_start|>` of chat templates. */
const special = /^<(?:[!?][\p{L}[-]|\|[\p{L}_])/u
const spacedToken = /^<\|\s+([\p{L}_]+)/u
const opening = /^<(\s*)([\p{L}_▁][\p{L}\p{N}_▁-]*(?:[.:][\p{L}\p{N}_▁-]+)*)/u
const attribute = String.raw`(?:\s+|\s*\/\s*)[\p{L}_:@][\p{L}\p{N}_:.@-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=]+))?`
const restOfElement = new RegExp(`^(?:${attribute}){0,8}\\s*/?>`, 'u')
const namedAttribute = /^\s+[\p{L}_:@][\p{L}\p{N}_:.@-]*\s*=/u
/** `#include <vector>` */
const include = /#\s{0,5}(?:include|import)\s{0,5}$/
const identifier = /[\p{L}\p{N}_$)\]?]/u
/** Parts of names that clients and models use for what is not the user's text. In a type they begin with a capital letter. */
const reserved =
  /^(?:world|system|assistant|user|human|instructions?|reminder|tools?|functions?|command|invoke|parameter|prompt|thinking|antml|im|result|response|context|policy|developer|important|admin|override|message|document)(?![\p{Ll}\p{N}])|[\p{L}\p{N}][-_:](?:world|system|assistant|user|human|instructions?|reminder|tools?|calls?|functions?|command|invoke|prompt|thinking|override)(?![\p{L}\p{N}])/u

/**
 * Whether a `<` of the text begins what parses as a markup element, at a place where it could be one: not in a comparison
 * (`a < b`, `i<n`) and not before type arguments (`Array<string>`).
 */
export function isMarkupAt(text: string, at: number): boolean {
  const element = text.slice(at, at + maxElement)
  if (closing.test(element) || special.test(element)) return true
  const [, token] = spacedToken.exec(element) ?? []
  if (token !== undefined) return reserved.test(token.toLowerCase())
  const [, space, name] = opening.exec(element) ?? []
  if (name === undefined || space === undefined) return false
  const rest = element.slice(1 + space.length + name.length)
  // "a < b" is a comparison, but "< system >" is not.
  if (space !== '') return /^\s*\/?>/.test(rest) || namedAttribute.test(rest)
  const [next = ''] = rest
  const endsName = next === '' || /[\s>/|]/.test(next) || /^:[\s>]/.test(rest)
  const before = text.slice(0, at).at(-1) ?? ''
  if (include.test(text.slice(Math.max(0, at - 20), at))) return reserved.test(name.toLowerCase())
  if (!identifier.test(before) && before !== '<' && !text.slice(0, at).endsWith('::')) {
    return endsName || reserved.test(name.toLowerCase())
  }
  // `Repository<User>` is a type: there, a capital letter makes the difference.
  const isReserved = reserved.test(name === name.toUpperCase() ? name.toLowerCase() : name)
  if (isReserved || (/[-:]/.test(name) && endsName)) return true
  // A here-document and a shift: `<<EOF > out`, `1<<n`.
  if (before === '<') return /^\/?>/.test(rest) || namedAttribute.test(rest)
  if (isTypeArguments(element)) return false
  return restOfElement.test(rest)
}

const primitives = new Set(
  'string number boolean bool char int long short byte float double void any unknown never object null undefined bigint symbol str usize isize i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 int8 int16 int32 int64 uint8 uint16 uint32 uint64 int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t size_t wchar_t auto decimal dynamic rune error extends super keyof typeof infer const mut dyn impl readonly unsigned signed out in is true false this self'.split(
    ' ',
  ),
)
const quotedType = /([<,|&]\s*)(?:"[\w-]*"|'[\w-]*')/g

/** `<string>`, `<K, V>`, `<Map<K, V[]>>`, `<std::string>`, `<"a" | "b">`: names of types are capitalised or primitive. */
function isTypeArguments(element: string): boolean {
  const inside = balanced(element)
  if (inside === undefined) return false
  const words = inside
    .replaceAll('=>', ' ')
    .replace(quotedType, '$1')
    // `<typeof schema>`: the name of a value.
    .replace(/\b(?:typeof|keyof)\s+[\p{L}_$][\p{L}\p{N}_$.]{0,60}/gu, ' ')
    .match(/[\p{L}\p{N}_$]+(?:(?:::|\.)[\p{L}\p{N}_$]+)*|["'=;`]/gu)
  return (words ?? []).every((word) => {
    if (/^["'=;`]/.test(word)) return false
    const own = word.split(/::|\./).at(-1)!
    return /^[\p{Lu}\p{N}$]/u.test(own) || primitives.has(own) || word.startsWith('std::')
  })
}

/** From `<` to its `>`; undefined if it has none. The `>` of an arrow is none. */
function balanced(element: string): string | undefined {
  let depth = 0
  for (let at = 0; at < element.length; at++) {
    if (element[at] === '<') depth++
    if (element[at] === '>' && !/[=-]/.test(element[at - 1]!)) depth--
    if (depth === 0) return element.slice(0, at + 1)
    if (element[at] === '\n') return undefined
  }
  return undefined
}
