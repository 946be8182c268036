// How well recall serves a person's daily life: worlds told through the tools, and what is asked later. See docs/benchmarks.md.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  describeCalibration,
  describeGroup,
  describePairs,
  describeRefusals,
  describeReplacements,
  describeTargets,
} from './daily/describe.mjs'
import { measureWorld } from './daily/measure.mjs'
import { comparePairs } from './daily/store-sizes.mjs'
import { offered } from './daily/tools.mjs'
import { groupWorlds, readOwnWorlds, readSharedWorlds } from './daily/worlds.mjs'
import { readLocomo } from './data.mjs'
import { withDatabase, withServer } from './postgres/server.mjs'
import { describeRun, endProgress, storeSection } from './report.mjs'
import { mindsIn, withMind } from './temporary-mind.mjs'

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    /** The first 20 questions of each world, and no store of 3,000. */
    quick: { type: 'boolean', default: false },
    /** One world, by the name of its file. */
    only: { type: 'string' },
    /** The worlds that are scored and never looked at, in place of those for development. */
    'set-aside': { type: 'boolean', default: false },
    /** `postgres`: on that engine; the page stays as it is. */
    engine: { type: 'string', default: 'sqlite' },
  },
})
let isWhole = !options.quick && options.only === undefined && options.engine === 'sqlite'
const started = performance.now()
const data = resolve(import.meta.dirname, '../..', options.data)
const { scored, known } = chooseWorlds()
const run =
  options.engine === 'postgres'
    ? await withServer((server) => withDatabase(server, (url) => measure(mindsIn(url))))
    : await measure(withMind)
endProgress()
finish(describe(run))

/** The worlds to score, and all that may be known, whose questions are put to the others. */
function chooseWorlds() {
  const shared = readSharedWorlds(data)
  if (shared.length === 0)
    sayMissing(
      `The shared worlds are not in ${join(data, 'daily')}. Say where the data is: --data <folder> (after -- when npm runs it).`,
    )
  const development = readOwnWorlds('development')
  const aside = options['set-aside'] ? readOwnWorlds('setAside') : { worlds: [], missing: [] }
  for (const name of [...development.missing, ...aside.missing])
    sayMissing(`The world ${name} is listed and has no file.`)
  const known = [...shared, ...development.worlds, ...aside.worlds].map(limit)
  const here = options['set-aside'] ? aside.worlds : [...shared, ...development.worlds]
  const scored = known.filter(
    ({ name }) => here.some((world) => world.name === name) && (options.only ?? name) === name,
  )
  if (scored.length === 0) {
    say(options.only === undefined ? 'There is no world to score.' : `There is no world ${options.only} to score.`)
    process.exit(1)
  }
  return { scored, known }
}

/** Labels of what is not asked still tell what changed. */
function limit(world) {
  return { ...world, asked: options.quick ? world.questions.slice(0, 20) : world.questions }
}

async function measure(minds) {
  if (!offered.answers) say('`remember` takes no `answers` in this build: what needs them is left out.')
  if (!offered.also) say('`recall` takes no `also` in this build: what needs it is left out.')
  const all = []
  for (const world of scored) {
    const others = known.filter((other) => other !== world)
    all.push(await measureWorld(world, others, minds))
  }
  const english = scored.filter(isEnglish)
  const how = options.quick ? { sizes: [3, 30, 300], sampleSize: 10 } : { sizes: [3, 30, 300, 3_000], sampleSize: 30 }
  const pairs = english.length === 0 ? {} : await comparePairs(english, readFillers(english), how, minds)
  return { all, pairs }
}

/** English, like the pairs: what a store holds besides must not change its language. */
function readFillers(english) {
  const others = known.filter((world) => world.language === 'en' && !english.includes(world))
  const memories = others.flatMap(({ name, memories }) =>
    memories.map((memory) => ({ ...memory, session: `${name}-${memory.session}` })),
  )
  if (!existsSync(join(data, 'locomo', 'locomo-dev.json'))) {
    sayMissing(`LoCoMo is not in ${data}: the large stores of the same pairs are smaller than they should be.`)
    return memories
  }
  const turns = readLocomo(data).flatMap(({ turns }, place) =>
    turns.map(({ text, session, at }) => ({ text, at, kind: 'episode', session: `talk-${place}-${session}` })),
  )
  return [...memories, ...turns]
}

/** The figures that must hold are given for these: the shared English worlds, or those set aside. */
function isEnglish({ language, isShared }) {
  return language === 'en' && (isShared || options['set-aside'] || options.only !== undefined)
}

function describe({ all, pairs }) {
  const of = (worlds) => all.filter(({ world }) => worlds.includes(world))
  const groups = groupWorlds(scored).map(({ name, worlds }) => ({ name, measured: of(worlds) }))
  const targets = describeTargets({
    english: all.filter(({ world }) => isEnglish(world)),
    german: all.filter(({ world }) => world.language === 'de' && (world.isShared || options['set-aside'])),
    all,
    pairs,
  })
  const command = `npm run bench:daily${options['set-aside'] ? ' -- --set-aside' : ''}`
  const lacking = Object.keys(offered).filter((name) => !offered[name])
  const left = lacking.length === 0 ? '' : `\n\nLeft out, since this build lacks them: ${lacking.join(', ')}.`
  return `
## Daily life${options['set-aside'] ? ', worlds set aside' : ''}

${describeRun(command)}

What a person told over ten months, through the MCP tool \`remember\`, and what they ask on 2026-11-20, through \`recall\`
with its defaults. *plain* is text and question alone; *wordings* adds three other wordings of each question (\`also\`);
*answers* adds two questions that each memory answers (\`answers\`); *both* adds both. *BM25* and *three retrievers*
rank the same memories by those parts of recall's evidence alone, the latter also by the best of the wordings. *In one
burst*: shuffled, as episodes without time and session, without the questions that need a time.${left}

${groups.map(({ name, measured }) => describeGroup(name, measured)).join('\n\n')}

### Questions of another world

Share that was refused (\`nothing_relevant\`), of all the questions of each other world.

${describeRefusals(all)}

### Calibration

Of the results in each span of relevance, the share that was gold; all worlds above, spread.

${describeCalibration(all)}

The relevance of the same question and memory in stores of 3, 30, 300 and 3,000 memories, the rest other memories of
these worlds and LoCoMo turns.

${describePairs(pairs)}

### What replaces what

*named*: of the changes (\`update\` questions: gold and the earlier ones that must not be first) the share where
\`may_replace\` of the current memory names an outdated one. *alarms*: of the memories that are gold of no \`update\` or
\`history\` question, the share that was given any, which counts changes that nobody asks about as false. *marked* and
*wrongly*: of all results the share with \`newer\`, and with one that is not later or that no \`update\` or \`history\`
question has together with it, one of the two as gold.

${describeReplacements(groups)}

### Targets

${targets}
`
}

function finish(body) {
  process.stdout.write(`${body.trim()}\n\n${((performance.now() - started) / 1000).toFixed(0)} s\n`)
  if (isWhole) storeSection(options['set-aside'] ? 'daily-set-aside' : 'daily', body)
  else process.stdout.write('A partial run: docs/benchmarks.md stays as it is.\n')
}

/** Without some of its data a run is a partial one. */
function sayMissing(sentence) {
  say(sentence)
  isWhole = false
}

function say(sentence) {
  process.stderr.write(`${sentence}\n`)
}
