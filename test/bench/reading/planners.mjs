import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openWorldWeaver } from '#ww/index.js'
import { table, verdict } from '../report.mjs'
import { takeIn } from '../workspace/public-mind.mjs'
import { judge } from './planners/judge.mjs'

/** Questions over records and relations: how many are answered rightly, wrongly without a word, or refused. */

const sets = [
  { file: 'hostile.development', title: 'hostile, development', isTidy: false },
  { file: 'tidy.development', title: 'tidy, development', isTidy: true },
  { file: 'hostile.set-aside', title: 'hostile, set aside', isTidy: false, isSetAside: true },
  { file: 'tidy.set-aside', title: 'tidy, set aside', isTidy: true, isSetAside: true },
  { file: 'strict-a', title: 'attack A', isTidy: false, firstAsked: '4 of 203' },
  { file: 'strict-b', title: 'attack B', isTidy: false, firstAsked: '17 of 211' },
  { file: 'strict-c', title: 'attack C', isTidy: false, firstAsked: '3 of 201' },
  { file: 'strict-d', title: 'attack D', isTidy: false, firstAsked: '4 of 197' },
  { file: 'strict-e', title: 'attack E', isTidy: false, firstAsked: '8 of 186' },
  { file: 'strict-f', title: 'attack F', isTidy: false, firstAsked: '4 of 131' },
  { file: 'strict-g', title: 'attack G', isTidy: false, firstAsked: '7 of 116' },
  { file: 'strict-h', title: 'attack H', isTidy: false, firstAsked: '8 of 539' },
  { file: 'strict-i', title: 'attack I', isTidy: false, firstAsked: '2 of 109' },
]
const mostWrong = 0.01
const leastRight = 0.85

/** `withSetAside: false` leaves out what must not be looked at while the planners are changed. */
export async function measurePlanners({ withSetAside, showFailures }) {
  const measured = []
  for (const set of sets.filter(({ isSetAside }) => withSetAside || isSetAside !== true)) {
    const results = []
    for (const world of readWorlds(set.file)) results.push(...(await askWorld(world)))
    measured.push({ ...set, results })
  }
  if (showFailures) process.stderr.write(`${describeFailures(measured)}\n`)
  return describePlanners(measured)
}

const readWorlds = (file) => JSON.parse(readFileSync(new URL(`planners/${file}.json`, import.meta.url), 'utf8')).worlds

async function askWorld({ memories, questions }) {
  const folder = mkdtempSync(join(tmpdir(), 'ww-reading-'))
  const mind = openWorldWeaver({ dataDir: folder, session: 'default', project: null, autoConsolidate: null })
  try {
    await takeIn(mind, memories.map(toLine(memories)))
    const results = []
    for (const [question, expected] of questions) {
      const { evidence_plan: plan } = await mind.call('gwt_resolve', { question })
      results.push({ question, expected, plan, outcome: judge(expected, plan) })
    }
    return results
  } finally {
    await mind.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const toId = (prefix, at) => `${prefix}-01900000-0000-7000-8000-${String(at).padStart(12, '0')}`

/** As `import` takes them; a name makes an entity. */
const toLine = (memories) => (memory, at) => {
  if (typeof memory === 'string') return { id: toId('ep', at), content: memory, kind: 'episode' }
  if (memory.name === undefined) return { id: toId('ep', at), content: memory.text, kind: 'episode', tags: memory.tags }
  const idOf = (name) =>
    toId(
      'ent',
      memories.findIndex((other) => other.name === name),
    )
  return {
    id: toId('ent', at),
    kind: 'entity',
    content: memory.name,
    summary: memory.name,
    facets: { name: memory.name, entity_type: 'TOOL' },
    edges: memory.edges.map(([type, target]) => ({ type, target: idOf(target) })),
  }
}

function describePlanners(measured) {
  const share = (count, all) => `${count} of ${all}, ${((100 * count) / all).toFixed(1)} %`
  const rows = measured.map(({ title, results, isTidy, firstAsked = '' }) => {
    const count = (outcome) => results.filter((result) => result.outcome === outcome).length
    const [right, wrong] = [count('right'), count('wrong')]
    const isMet = wrong <= mostWrong * results.length && (!isTidy || right >= leastRight * results.length)
    return [
      title,
      share(right, results.length),
      share(wrong, results.length),
      firstAsked,
      count('refused'),
      verdict(isMet),
    ]
  })
  return `### Records and relations

Asked through \`gwt_resolve\`, planner \`auto\`; a set's questions and how they were written: \`test/bench/reading/planners\`. Must: wrong without a word ≤ 1 % of each set, tidy ones right ≥ 85 %. In the hostile sets most questions have no right answer, and a refusal that was expected counts as right. The sets called attack were each written after the planners had been mended for the set before; *when first asked* is what such a fresh set met, and the honest measure of the next.

${table(['', 'right', 'wrong without a word', 'wrong when first asked', 'refused, though answerable', ''], rows)}`
}

const describeFailures = (measured) =>
  measured
    .flatMap(({ title, results }) =>
      results
        .filter(({ outcome }) => outcome !== 'right')
        .map(
          ({ question, expected, plan, outcome }) =>
            `${title}, ${outcome}: ${question}\n  ${plan.strategy}: ${JSON.stringify(plan.answer)} ${JSON.stringify(plan.metadata.unplaced ?? '')}\n  expected ${JSON.stringify(expected)}`,
        ),
    )
    .join('\n')
