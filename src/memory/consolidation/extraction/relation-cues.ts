import type { RelationType } from '../../semantic/links.js'
import type { NamedType } from './extraction.js'

/** Words that state a relation between what stands before and what stands after them. */
export interface Cue {
  readonly type: RelationType
  /** Every form that states it. */
  readonly words: ReadonlySet<string>
  /** What must follow, at once or within the clause ("stores … in"); without any, the object follows at once. */
  readonly prepositions?: ReadonlySet<string>
  readonly isSplit?: boolean
  /** The object is the relation's source: "consists of". */
  readonly isReversed?: boolean
  /** "Part of" and "similar to" are no verbs. */
  readonly isNominal?: boolean
  /** "Deployed billing to Kubernetes": what is handled uses the target, whoever handles it. */
  readonly handles?: boolean
  /** The only type of object that is meant: one adds a tool to use it, but calls a friend. */
  readonly target?: NamedType
  /** "X was replaced with Y": not X uses Y. */
  readonly isReplacement?: boolean
}

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

/** What a program is made or handled with. */
const making = words(`write writes wrote written writing build builds built building implement implements implemented
  implementing develop develops developed developing create created creates make made solve solved rewrite rewrites code
  coded codes learn learning learns learned learnt track tracks tracked tracking analyse analysed analyze analyzed record
  recorded records test tested tests testing monitor monitors monitored manage manages managed edit edits edited draw draws
  drew render rendered renders parse parsed parses process processed scrape scraped transcribe transcribed`)

export const cues: readonly Cue[] = [
  {
    type: 'USES',
    words:
      words(`use uses used using adopt adopts adopted adopting pick picked picks chose choose chosen wrap wraps wrapped
      leverage leverages leveraged`),
  },
  {
    type: 'USES',
    words: words(`install installed installs installing enable enabled enables integrate integrated integrates configure
      configured add added adds adding call calls calling query queries queried`),
    target: 'TOOL',
  },
  { type: 'USES', words: words('set sets setting'), prepositions: words('up') },
  { type: 'USES', words: words('run runs ran running'), prepositions: words('on in under inside') },
  { type: 'USES', words: words('is are was were'), prepositions: words('on in') },
  { type: 'USES', words: words('based built'), prepositions: words('on upon') },
  { type: 'USES', words: words('powered backed driven'), prepositions: words('by') },
  { type: 'USES', words: words('go goes'), prepositions: words('to through via over') },
  { type: 'USES', words: words('went going stick sticking sticks stuck'), prepositions: words('with') },
  { type: 'USES', words: words('settled opted standardised standardized standardise'), prepositions: words('on for') },
  { type: 'USES', words: words('swear swears'), prepositions: words('by') },
  {
    type: 'USES',
    words: words('talk talks connect connects connected integrate integrates integrated communicate communicates'),
    prepositions: words('to with over via through'),
    isSplit: true,
  },
  {
    type: 'USES',
    words: words('deploy deploys deployed deploying host hosts hosted hosting provision provisions provisioned'),
    prepositions: words('to on at with using via through'),
    isSplit: true,
    handles: true,
  },
  {
    type: 'USES',
    words:
      words(`migrate migrates migrated migrating move moves moved moving switch switches switched switching port ports
      ported porting convert converted rewrote rewritten`),
    prepositions: words('to into onto in'),
    isSplit: true,
    handles: true,
  },
  { type: 'USES', words: making, prepositions: words('in with using via'), isSplit: true, handles: true },
  {
    type: 'USES',
    words:
      words(`store stores stored storing keep keeps kept save saves saved persist persists persisted lives live lived
      cache caches cached caching`),
    prepositions: words('in on'),
    isSplit: true,
  },
  {
    type: 'USES',
    words: words('read reads fetch fetches fetched load loads loaded sync syncs synced pull pulls pulled'),
    prepositions: words('from'),
    isSplit: true,
  },
  {
    type: 'USES',
    words: words('page pages paged notify notifies ship ships shipped send sends sent'),
    prepositions: words('through via'),
    isSplit: true,
  },
  {
    type: 'USES',
    words: words('replace replaces replaced replacing swapped'),
    prepositions: words('by with for'),
    isSplit: true,
    isReplacement: true,
  },

  { type: 'REQUIRES', words: words('require requires required requiring need needs needed needing') },
  {
    type: 'REQUIRES',
    words: words('depend depends depended depending rely relies relied relying insists insist insisted'),
    prepositions: words('on upon'),
  },
  {
    type: 'REQUIRES',
    words: words('dependency prerequisite requirement'),
    prepositions: words('of for'),
    isNominal: true,
    isReversed: true,
  },

  {
    type: 'CAUSES',
    words: words('cause causes caused causing trigger triggers triggered triggering break breaks broke'),
  },
  {
    type: 'CAUSES',
    words: words('lead leads led leading result results resulted resulting'),
    prepositions: words('to in'),
  },
  { type: 'CAUSES', words: words('due'), prepositions: words('to'), isNominal: true, isReversed: true },

  { type: 'IMPLEMENTS', words: words('implement implements implemented implementing add added adds adding') },

  {
    type: 'PRODUCES',
    words:
      words(`produce produces produced generate generates generated create creates created write writes wrote written
      build builds built publish publishes published release releases released introduce introduces introduced develop
      develops developed design designs designed invent invented invents author authored emit emits made founded launch
      launched train trained`),
  },

  {
    type: 'PART_OF',
    words: words('part member module component subset subproject'),
    prepositions: words('of'),
    isNominal: true,
  },
  { type: 'PART_OF', words: words('belong belongs belonged'), prepositions: words('to') },
  {
    type: 'PART_OF',
    words: words('work works worked working job position'),
    prepositions: words('at for'),
    isNominal: true,
  },
  {
    type: 'PART_OF',
    words: words(`developer engineer designer manager director professor lecturer teacher nurse doctor student intern
      researcher scientist consultant analyst architect cto ceo cfo head postdoc recruiter accountant`),
    prepositions: words('at of with'),
    isNominal: true,
  },
  { type: 'PART_OF', words: words('study studies studied studying'), prepositions: words('at'), isSplit: true },
  { type: 'PART_OF', words: words('join joins joined joining lead leads led leading') },
  {
    type: 'PART_OF',
    words: words('consist consists consisted consisting composed'),
    prepositions: words('of'),
    isReversed: true,
  },
  {
    type: 'PART_OF',
    words: words('contain contains contained include includes included comprise comprises'),
    isReversed: true,
  },

  {
    type: 'SIMILAR_TO',
    words: words('similar alternative comparable equivalent identical akin analogous replacement substitute'),
    prepositions: words('to with for'),
    isNominal: true,
  },
  { type: 'SIMILAR_TO', words: words('resemble resembles resembled') },
  { type: 'SIMILAR_TO', words: words('works looks behaves feels is are'), prepositions: words('like') },
]
