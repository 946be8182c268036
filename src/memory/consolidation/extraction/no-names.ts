const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

/** Capitalised words that are not worth an entity. */
const capitalised = words(`
january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept
oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thurs fri sat sun
i i'm i've i'll i'd im we he she it they you me my our your his her their its us them this that these those
mum mom mother dad father grandma grandpa granny grandmother grandfather mama papa god sir madam
hi hello hey thanks thank please sorry congrats congratulations bye cheers welcome dear yes no ok okay yeah wow oh haha lol
yep nope sure great good nice cool awesome absolutely definitely totally exactly woah whoa woohoo yay yum oof aww gotcha
anytime bummer ugh phew oops hmm huh ah aha ouch damn omg anyway actually honestly seriously lots maybe perhaps let let's
today yesterday tomorrow tonight now then later soon morning afternoon evening spring summer autumn winter
todo fixme note fyi ps re btw imo imho asap eta tbd tba wip eod eow aka etc vs
internet web bluetooth wifi wi-fi email
user users assistant agent system human bot ai customer client admin
christmas xmas easter halloween ramadan weihnachten ostern silvester pfingsten noël pâques
somebody someone anybody anyone nobody everybody everyone something anything nothing everything there here told asked
cause doctor
tbh idk ngl cannot can't don't
`)

/** Generic acronyms. */
const genericAcronyms = words(`
api apis ui ux url urls uri http https json xml csv yaml html css pdf pdfs png jpg jpeg gif svg sql ide cli sdk gui orm
id ids uuid pr prs mr mrs ci cd qa cto ceo cfo coo vp hr pm po em it us uk eu usa am gb mb kb tb ms ram cpu gpu ssd hdd vm
vms os db dbs ip ips mvp poc rfc faq kpi kpis roi b2b b2c saas tv dvd pc cv oom eof eol gmt utc sla slo
readme changelog license makefile dockerfile q1 q2 q3 q4 h1 h2 v1 v2 v3 p0 p1 p2 dm dms diy sos rip bbq abc xyz dev prod env
`)

/** Labels before a colon that are no speakers. */
const labels = words(`
note notes decision decisions standup stand-up todo fixme error errors warning info debug update updates summary question
answer user assistant system human agent ai bot hypothesis result results conclusion conclusions retro retrospective
meeting plan plans goal goals task tasks bug bugs fix fixes reminder example examples input output context background
action actions agenda minutes tldr fyi ps re subject from to date hiring call lesson lessons idea ideas issue issues status
next done blocked blockers today yesterday tomorrow remember important post-mortem postmortem incident outcome observation
observations finding findings feedback review reviews preference preferences requirement requirements problem solution
cause root reason step steps usage title topic name description author version tip hint attention caution pros cons
sprint kickoff sync demo release deploy deployment changelog breaking feature features chore docs refactor test tests perf
build style ci feat learned learnt insight insights takeaway takeaways quote motto side edit source sources reference
references link links deadline when where who what why how first second third finally also however tech weather
`)

const contracted = /['’](?:ve|re|ll|d|m|t)$/i

export const isNoName = (word: string): boolean =>
  contracted.test(word) || capitalised.has(word.toLowerCase()) || capitalised.has(word.toLowerCase().replace(/s$/, ''))
export const isGenericAcronym = (word: string): boolean => genericAcronyms.has(word.toLowerCase())
export const isLabel = (text: string): boolean =>
  text
    .toLowerCase()
    .split(/\s+/)
    .some((word) => labels.has(word))
