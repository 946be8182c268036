// Skills: opposites that must stay apart, twins that should be one, and tasks asked in other words. A part of `bench:reading`.
import { readFileSync } from 'node:fs'
import { domains } from '#ww/memory/memory.js'
import { table } from '../report.mjs'
import { withMind } from '../temporary-mind.mjs'
import { sharedWorlds } from './shared-worlds.mjs'

const own = JSON.parse(readFileSync(new URL('skills.json', import.meta.url), 'utf8'))

export async function measureReadSkills({ data, withSetAside, showFailures }) {
  const isOpen = ({ part }) => withSetAside || part !== 'aside'
  const merging = []
  for (const kind of ['opposites', 'twins'])
    for (const pair of own[kind].filter(isOpen)) merging.push({ ...pair, kind, merged: await isMergedPair(pair) })
  const asking = []
  for (const { part, about, skills, opposites, ask } of own.asks.filter(isOpen))
    asking.push(await measureWorld({ name: about, part, skills: { list: skills, must_not_merge: opposites, ask } }))
  for (const world of sharedWorlds(data)) asking.push(await measureWorld(world))
  if (showFailures) process.stderr.write(describeFailures(merging, asking))
  return `### Skills\n\n${describeSkills({ merging, asking })}`
}

const domainOf = (wanted) => (domains.includes(wanted) ? wanted : 'devops')

/** "Build it $ make" is an action with its command. */
function toStep(step) {
  if (typeof step !== 'string') return step
  const [, action, command] = /^(.*?)\s*\$ (.*)$/s.exec(step) ?? [undefined, step, undefined]
  if (command === undefined) return { action }
  return { ...(action === '' ? {} : { action }), tool: 'run_command', parameters: { command } }
}

async function learn(mind, { name, task, steps, commands = [] }, domain) {
  const trajectory = [...steps.map(toStep), ...commands.map((command) => toStep(`$ ${command}`))]
  const { id } = await mind.call('create_skill', {
    trajectory,
    outcome_score: 1,
    domain: domainOf(domain),
    name,
    trigger_pattern: task ?? name,
  })
  return id
}

const consolidate = (mind) => mind.call('consolidate_now', { consolidation_type: 'skill' })

/** Which skill stands for this one now. */
async function standsFor(mind, id) {
  const { facets } = await mind.call('get_memory', { id })
  return facets.merged_into === undefined ? id : standsFor(mind, facets.merged_into)
}

const isMergedPair = ({ domain, a, b }) =>
  withMind({}, async (mind) => {
    const ids = [await learn(mind, a, domain), await learn(mind, b, domain)]
    await consolidate(mind)
    const [one, other] = [await standsFor(mind, ids[0]), await standsFor(mind, ids[1])]
    return one === other
  })

function measureWorld({ name, part = 'world', skills }) {
  const { list, must_not_merge: apart = [], same = [], ask } = skills
  const twins = (key) => [key, ...same.filter((pair) => pair.includes(key)).flat()]
  return withMind({}, async (mind) => {
    const ids = new Map()
    for (const skill of list) ids.set(skill.key, await learn(mind, skill, skill.domain))
    const askAll = async () => {
      const wrong = []
      for (const { task, key } of ask) {
        const { procedures } = await mind.call('recall_skill', { task })
        const right = await Promise.all(twins(key).map((each) => standsFor(mind, ids.get(each))))
        const first = list.find((skill) => ids.get(skill.key) === procedures[0]?.id)?.key
        if (!right.includes(procedures[0]?.id)) wrong.push({ task, key, first })
      }
      return wrong
    }
    const before = await askAll()
    await consolidate(mind)
    const after = await askAll()
    const isMerged = async ([one, other]) =>
      (await standsFor(mind, ids.get(one))) === (await standsFor(mind, ids.get(other)))
    const mergedOf = async (pairs) => {
      const found = []
      for (const pair of pairs) if (await isMerged(pair)) found.push(pair)
      return found
    }
    const opposed = (key, first) =>
      apart.some((pair) => pair.includes(key) && pair.includes(first)) ||
      apart.some((pair) => twins(key).some((each) => pair.includes(each) && pair.includes(first)))
    return {
      name,
      part,
      asked: ask.length,
      wrong: before,
      wrongAfter: after,
      confused: before.filter(({ key, first }) => opposed(key, first)),
      apart,
      confusedPairs: await mergedOf(apart),
      same,
      mergedSame: await mergedOf(same),
    }
  })
}

const share = (count, of) => (of === 0 ? '–' : `${count} of ${of} (${((100 * count) / of).toFixed(0)} %)`)

function describeSkills({ merging, asking }) {
  const rows = [...new Set(merging.map(({ part }) => part))].flatMap((part) =>
    ['opposites', 'twins'].map((kind) => {
      const pairs = merging.filter((pair) => pair.part === part && pair.kind === kind)
      return [`our ${kind}, ${part}`, share(pairs.filter(({ merged }) => merged).length, pairs.length)]
    }),
  )
  const asked = asking.map(
    ({ name, part, asked, wrong, wrongAfter, confused, apart, confusedPairs, same, mergedSame }) => [
      `${name}${part === 'aside' ? ' (aside)' : ''}`,
      share(asked - wrong.length, asked),
      share(asked - wrongAfter.length, asked),
      confused.length,
      share(confusedPairs.length, apart.length),
      share(mergedSame.length, same.length),
    ],
  )
  return `${table(['pairs', 'merged'], rows)}

${table(['asked in other words', 'top-1', 'after merging', 'the opposite first', 'must not merge: merged', 'told twice: merged'], asked)}`
}

const describeFailures = (merging, asking) =>
  [
    ...merging
      .filter(({ kind, merged }) => merged === (kind === 'opposites'))
      .map(({ kind, part, a, b }) => `${kind}, ${part} ${JSON.stringify([a, b])}`),
    ...asking.flatMap(({ name, wrong, confusedPairs }) => [
      ...wrong.map((each) => `${name} ${JSON.stringify(each)}`),
      ...confusedPairs.map((pair) => `${name} merged ${pair.join(' = ')}`),
    ]),
  ]
    .map((line) => `${line}\n`)
    .join('')
