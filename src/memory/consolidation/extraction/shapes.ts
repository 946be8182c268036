import type { NamedType } from './extraction.js'
import { typeByNoun } from './name-cues.js'

const file =
  /\.(?:tsx?|jsx|mjs|cjs|py|rb|rs|go|java|kts?|json|jsonl|ya?ml|toml|md|txt|csv|sql|sh|html?|s?css|lock|env|log|xml|ipynb|cpp|hpp?|c|cs|php|lua|ini|conf|cfg|png|jpe?g|svg|pdf|zip|gz|exe|dll|so)$/i
const website = /^\p{L}[\p{L}\p{N}]*\.(?:js|io|ai|dev|net)$/u
const version = /^v?\d[\d.]*(?:[a-z]\w*)?$/i

/** Paths, addresses, files, functions, flags, hashes and numbers: recall finds them literally, they are no entities. */
export function isCodeOrPath(word: string): boolean {
  if (/[/\\:=%~$()]|^[@#.]|@|_|\+[^+]*\d/.test(word)) return true
  // "ProductList.render", but not "J.K".
  if (/\p{L}{2}\.\p{L}/u.test(word) && !website.test(word)) return true
  return file.test(word) || version.test(word) || /^[0-9a-f]{7,}$/i.test(word) || /^\P{L}+$/u.test(word)
}

/** A product name that is also an address: Three.js, Fly.io. */
export const isWebsite = (word: string): boolean => website.test(word)
export const isEverydayCompound = (word: string): boolean => everydayLast.test(word)

export const isVersion = (word: string): boolean => /^v?\d+(?:\.[\dx]+)*$/.test(word)

// Matches a run of capitals in one way only, to avoid exponential backtracking.
const camelCase = /^\p{Lu}[\p{Ll}\p{N}]+\p{Lu}[\p{Lu}\p{Ll}\p{N}]*$/u
const familyName = /^(?:Mc|Mac|De|Di|La|Le|Van|O['’])\p{Lu}\p{Ll}+$/u
const component =
  /(?:Service|Controller|Provider|Adapter|Builder|Calculator|Repository|Factory|Manager|Handler|Gateway|Component|Client|Store|Model|View|Context|Parser|Renderer|Processor|Worker|Queue|Cache|Listener|Observer|Middleware|Validator|Serializer|Mapper|Resolver|Router|Screen|Page|Form|Button|Modal|Table|List|Item|Panel|Layout|Wrapper|Helper|Util|Utils|Config|Settings|Options|Event|Command|Query|Job|Task|Test|Spec|Api|API|Module|Plugin|Hook|Engine|Scheduler|Loader|Writer|Reader|Logger|Monitor|Registry|Session|Token|Schema|Entity|Record|Node|Tree|Graph|Map|Set|Buffer|Stream|Pool|Server|Connection|Interface|Base|Impl|DAO|DTO)$/
const failure = /(?:Error|Exception|Failure|Warning)$/

export type CamelCase = 'component' | 'failure' | 'product'

export function camelCaseOf(word: string): CamelCase | undefined {
  if (!camelCase.test(word) || familyName.test(word)) return undefined
  if (failure.test(word)) return 'failure'
  return component.test(word) ? 'component' : 'product'
}

const kebabCase = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/
const everydayFirst =
  /^(?:self|full|part|customer|multi|micro|cross|pre|post|non|in|on|off|single|low|high|well|open|server|client|per|long|short|real|third|first|second|all|one|two|three|four|five|ten|follow|check|sign|log|set|back|front|up|down|re|co|ex|anti|semi|sub|super|ultra|half|on|over|under|end|peer|face|day|year|old|new|best|last|so|hands?)-/
const everydayLast =
  /-(?:compatible|driven|based|like|aware|specific|related|friendly|only|free|ready|wide|native|powered|oriented|style|level|side|facing|backed|managed|hosted|generated|first|second|time|up|in|out|on|off|to|end|ish|proof|heavy|safe|agnostic|relevant|made|built|written)$/i
const serviceLast =
  /-(?:service|svc|api|web|worker|workers|jobs|app|apps|ui|cli|sdk|gateway|server|client|bot|db|proxy|controller|dashboard|site|backend|frontend|infra|renderer|parser|loader|exporter|scheduler|engine|pipeline|portal|platform|system|repo|mobile|ios|android|core|docs)$/
const packageLast =
  /-(?:plugin|lib|js|ts|py|rs|kit|operator|tools?|utils|generator|types|cache|config|schema|dev|loader|fns)$/
const packageFirst =
  /^(?:eslint|react|vue|babel|webpack|rollup|vite|lib|node|python|docker|kube|terraform|postcss|remark|rehype|django|flask|pytest|jest|nuxt|svelte|angular|spring|aws|gcp|azure)-/
const naming =
  /^(?:called|named|wrote|created|published|released|forked|installed|uninstalled|package|library|repo|repository|service|project|module|crate|gem|plugin|npm|pip)$/

/** The type of a name in kebab-case; undefined for ordinary compounds such as "follow-up". */
export function kebabType(word: string, before: string, after: string, isBareSubject: boolean): NamedType | undefined {
  if (!kebabCase.test(word)) return undefined
  const byNoun = /^(?:package|library|service|repo|repository|module|crate|gem|plugin|project|image|cli|tool)$/.test(
    after,
  )
    ? typeByNoun(after)
    : undefined
  if (everydayFirst.test(word) || everydayLast.test(word)) return undefined
  if (packageFirst.test(word) || packageLast.test(word)) return 'TOOL'
  if (serviceLast.test(word)) return 'PROJECT'
  if (byNoun !== undefined) return byNoun
  if (naming.test(before)) return typeByNoun(before) ?? (/install|npm|pip/.test(before) ? 'TOOL' : 'PROJECT')
  return isBareSubject ? 'PROJECT' : undefined
}
