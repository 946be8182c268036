import type { NamedType } from './extraction.js'

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

const projectNouns = words(`
project projects repo repository repositories codebase app application platform product service services team initiative
website site portal program programme launch release rollout milestone prototype monorepo projekt projet proyecto
`)
const toolNouns = words(`
library libraries framework frameworks tool tools toolkit package packages plugin plugins extension sdk cli database db
compiler linter bundler editor ide language runtime engine server daemon broker driver client crate gem module image
container operator agent model orm formatter debugger profiler browser keyboard printer camera phone laptop tablet app
subscription account cluster dashboard dashboards playbook playbooks
`)
const techniqueNouns = words(`
algorithm algorithms method methods pattern patterns technique techniques approach heuristic heuristics principle
methodology workflow strategy
`)
const conceptNouns = words(`
class component interface struct enum hook provider protocol standard specification spec university institute college
school hospital conference summit festival company corporation agency bank foundation lab laboratory office city region
country district island river lake mountain street park museum restaurant cafe theory theorem law act effect paper book
novel movie film album song series show dataset benchmark corpus exam award prize error exception firma bei
`)

/** The type that an adjacent noun gives to a name: "the Orchard platform", "library Foo". */
export function typeByNoun(noun: string): NamedType | undefined {
  if (techniqueNouns.has(noun)) return 'TECHNIQUE'
  if (conceptNouns.has(noun)) return 'CONCEPT'
  if (projectNouns.has(noun)) return 'PROJECT'
  return toolNouns.has(noun) ? 'TOOL' : undefined
}

export const titles = words(
  'dr mr mrs ms prof professor herr frau uncle aunt auntie sir lady miss señor señora madame monsieur',
)

/** Before a name, or after its possessive, these mark a person. */
export const relatives = words(`
sister brother mother father mum mom dad son daughter wife husband partner girlfriend boyfriend friend friends aunt uncle
cousin nephew niece grandmother grandfather grandma grandpa colleague coworker boss manager mentor neighbour neighbor
roommate flatmate teacher doctor therapist coach kid kids child children family parents birthday wedding fiancé fiancée
designer developer engineer intern contractor teammate classmate professor
`)

/** Verbs of people, in the forms that follow a name. */
export const personVerbs = words(`
said says asked asks told tells thinks thought believes believed wants wanted prefers preferred likes liked loves loved
hates hated hopes hoped feels felt knows knew agreed agrees disagreed argued argues suggested suggests proposed proposes
mentioned mentions explained explains reported complained promised offered refused decided decides joined joins left
moved lives lived works worked plays played owns reviews reviewed wrote writes taught teaches learned learnt studied studies
met meets called calls emailed texted visited visits bought sold married graduated retired resigned quit insisted insists
confirmed confirms noticed noticed asked invited invites helped cooked baked travelled traveled flew celebrated celebrates
interviewed presented presents volunteered apologised apologized thanked volunteers sends sent ships shipped signed
smiled laughed cried cries talked talks spoke speaks published publishes got gave gives took takes remembers remembered
forgot uses used built builds implemented fixed found leads led manages managed started starts turned drives drove reports
wishes enjoys enjoyed painted paints adopted introduced invented founded created developed designed
`)

/** Verbs that take a tool: "installed Foo", "upgraded Foo". */
export const toolVerbs = words(`
use uses used using install installs installed installing upgrade upgraded upgrading upgrades configure configured
configuring adopt adopted run running runs via import imported imports bump bumped bumping downgrade downgraded pin pinned
dropped drop
`)

/** Verbs of programs: "X handles caching". */
export const programVerbs = words(`
handles compiles renders parses caches indexes syncs supports exports imports bundles serves routes proxies logs crashes
crashed hangs hung generates validates formats lints transpiles schedules queues encrypts compresses streams stores runs
ran returns throws threw fails failed times timed depends requires implements supersedes deprecates provisions predicts
resolves opens polls scrapes
`)

export const launchVerbs = words('goes went ships shipped launches launched is was got')
export const launchWords = words('live postponed delayed launched cancelled canceled released shipped paused')

/** Words that act like people at the start of a sentence but are no names. */
export const departments = words(`
production staging marketing legal support sales finance management security compliance hr accounting leadership ops devops
design research product everyone everybody nobody somebody someone anyone yesterday today traffic code nothing something
customer feedback rain snow life nature time love work school music art god luck
`)
