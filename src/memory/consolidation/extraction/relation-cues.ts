import type { RelationType } from '../../semantic/links.js'
import type { NamedType } from './extraction.js'

/** Words that state a relation between their subject and their object. */
export interface Cue {
  readonly type: RelationType
  /** All forms of the word. */
  readonly words: ReadonlySet<string>
  /** Required before the object, at once or, with `isSplit`, within the clause ("stores … in"). */
  readonly prepositions?: ReadonlySet<string>
  readonly isSplit?: boolean
  /** The object is the relation's source: "consists of". */
  readonly isReversed?: boolean
  /** True for nouns and adjectives: "part of", "similar to". */
  readonly isNominal?: boolean
  /** "Deployed billing to Kubernetes": the handled project uses the target, not the subject. */
  readonly handles?: boolean
  /** The only type of object that counts: adding a tool means using it, calling a friend does not. */
  readonly target?: NamedType
  /** "X was replaced with Y": X does not use Y. */
  readonly isReplacement?: boolean
  /** The relation ends here: "moved off X". */
  readonly isEnd?: true
}

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

const cue = (type: RelationType, forms: string, prepositions?: string, more: Partial<Cue> = {}): Cue => ({
  type,
  words: words(forms),
  ...(prepositions === undefined ? {} : { prepositions: words(prepositions) }),
  ...more,
})

/** Verbs of making and handling programs. */
const making = `write writes wrote written writing build builds built building implement implements implemented
  implementing develop develops developed developing create created creates make made solve solved rewrite rewrites code
  coded codes learn learning learns learned learnt track tracks tracked tracking analyse analysed analyze analyzed record
  recorded records test tested tests testing monitor monitors monitored manage manages managed edit edits edited draw draws
  drew render rendered renders parse parsed parses process processed scrape scraped transcribe transcribed`

export const cues: readonly Cue[] = [
  cue(
    'USES',
    `use uses used using adopt adopts adopted adopting pick picked picks chose choose chosen wrap wraps wrapped
      leverage leverages leveraged`,
  ),
  cue(
    'USES',
    `install installed installs installing enable enabled enables integrate integrated integrates configure
      configured add added adds adding call calls calling query queries queried`,
    undefined,
    { target: 'TOOL' },
  ),
  cue('USES', 'set sets setting', 'up'),
  cue('USES', 'run runs ran running', 'on in under inside'),
  cue('USES', 'is are was were', 'on in'),
  cue('USES', 'based built', 'on upon'),
  cue('USES', 'powered backed driven', 'by'),
  cue('USES', 'go goes', 'to through via over'),
  cue('USES', 'went going stick sticking sticks stuck', 'with'),
  cue('USES', 'settled opted standardised standardized standardise', 'on for'),
  cue('USES', 'swear swears', 'by'),
  cue(
    'USES',
    'talk talks connect connects connected integrate integrates integrated communicate communicates',
    'to with over via through',
    { isSplit: true },
  ),
  cue(
    'USES',
    'deploy deploys deployed deploying host hosts hosted hosting provision provisions provisioned',
    'to on at with using via through',
    { isSplit: true, handles: true },
  ),
  cue(
    'USES',
    `migrate migrates migrated migrating move moves moved moving switch switches switched switching port ports
      ported porting convert converted rewrote rewritten`,
    'to into onto in',
    { isSplit: true, handles: true },
  ),
  cue('USES', making, 'in with using via', { isSplit: true, handles: true }),
  cue(
    'USES',
    `store stores stored storing keep keeps kept save saves saved persist persists persisted lives live lived
      cache caches cached caching`,
    'in on',
    { isSplit: true },
  ),
  cue('USES', 'read reads fetch fetches fetched load loads loaded sync syncs synced pull pulls pulled', 'from', {
    isSplit: true,
  }),
  cue('USES', 'page pages paged notify notifies ship ships shipped send sends sent', 'through via', { isSplit: true }),
  cue('USES', 'replace replaces replaced replacing swapped', 'by with for', { isSplit: true, isReplacement: true }),

  cue(
    'USES',
    'migrate migrates migrated migrating move moves moved moving switch switches switched switching',
    'from off',
    { isSplit: true, handles: true, isEnd: true, target: 'TOOL' },
  ),
  cue(
    'USES',
    `replace replaces replaced replacing swapped ditch ditched drop dropped dropping abandoned retired removed remove
      uninstalled cancelled`,
    undefined,
    { target: 'TOOL', isEnd: true },
  ),

  cue('REQUIRES', 'require requires required requiring need needs needed needing'),
  cue('REQUIRES', 'depend depends depended depending rely relies relied relying insists insist insisted', 'on upon'),
  cue('REQUIRES', 'dependency prerequisite requirement', 'of for', { isNominal: true, isReversed: true }),

  cue('CAUSES', 'cause causes caused causing trigger triggers triggered triggering break breaks broke'),
  cue('CAUSES', 'lead leads led leading result results resulted resulting', 'to in'),
  cue('CAUSES', 'due', 'to', { isNominal: true, isReversed: true }),

  cue('IMPLEMENTS', 'implement implements implemented implementing add added adds adding'),

  cue(
    'PRODUCES',
    `produce produces produced generate generates generated create creates created write writes wrote written
      build builds built publish publishes published release releases released introduce introduces introduced develop
      develops developed design designs designed invent invented invents author authored emit emits made founded launch
      launched train trained`,
  ),

  cue('PART_OF', 'part member module component subset subproject', 'of', { isNominal: true }),
  cue('PART_OF', 'belong belongs belonged', 'to'),
  cue('PART_OF', 'work works worked working job position', 'at for', { isNominal: true }),
  cue(
    'PART_OF',
    `developer engineer designer manager director professor lecturer teacher nurse doctor student intern
      researcher scientist consultant analyst architect cto ceo cfo head postdoc recruiter accountant`,
    'at of with',
    { isNominal: true },
  ),
  cue('PART_OF', 'study studies studied studying', 'at', { isSplit: true }),
  cue('PART_OF', 'join joins joined joining lead leads led leading'),
  cue('PART_OF', 'consist consists consisted consisting composed', 'of', { isReversed: true }),
  cue('PART_OF', 'contain contains contained include includes included comprise comprises', undefined, {
    isReversed: true,
  }),

  cue(
    'SIMILAR_TO',
    'similar alternative comparable equivalent identical akin analogous replacement substitute',
    'to with for',
    { isNominal: true },
  ),
  cue('SIMILAR_TO', 'resemble resembles resembled'),
  cue('SIMILAR_TO', 'works looks behaves feels is are', 'like'),
]
