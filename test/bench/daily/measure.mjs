import { progress } from '../report.mjs'
import { ask } from './ask.mjs'
import { rankByBaselines } from './baseline.mjs'
import { tellBurst, tellSpread } from './tell.mjs'
import { offered, withTools } from './tools.mjs'

const allVariants = {
  plain: { withAnswers: false, withWordings: false },
  wordings: { withAnswers: false, withWordings: true },
  answers: { withAnswers: true, withWordings: false },
  both: { withAnswers: true, withWordings: true },
}

/** What the caller adds, of what this build takes. */
export const variants = Object.keys(allVariants).filter((name) => {
  const { withAnswers, withWordings } = allVariants[name]
  return (offered.answers || !withAnswers) && (offered.also || !withWordings)
})

/** Told in one go, nothing has a time: what was, what is and when cannot be told apart. */
const needTime = ['update', 'history', 'when']

/**
 * Everything about one world, spread and in one burst: the answers by variant and by baseline, what each memory was
 * said to replace, and whether the questions of the `others` were refused.
 */
export async function measureWorld(world, others, withMind) {
  const spread = { answers: {}, mayReplace: {}, foreign: {} }
  const burst = { answers: {} }
  const untimed = world.asked.filter(({ type }) => !needTime.includes(type))

  for (const names of variantsByStore()) {
    const { withAnswers } = allVariants[names[0]]
    await withTools(withMind, async (tools) => {
      progress(`${world.name}: telling over the months${withAnswers ? ', with answers' : ''}`)
      const told = await tellSpread(tools, world, { withAnswers })
      spread.mayReplace[names[0]] = told.mayReplace
      for (const name of names) {
        progress(`${world.name}: ${name}, ${world.asked.length} questions`)
        spread.answers[name] = await askAll(tools, told, world.asked, allVariants[name])
      }
      for (const name of names.filter(isReported)) {
        progress(`${world.name}: ${name}, questions of other worlds`)
        spread.foreign[name] = await askForeign(tools, told, others, allVariants[name])
      }
      if (!withAnswers) Object.assign(spread.answers, await rankAll(tools, told, world.asked, world.name))
    })
    await withTools(withMind, async (tools) => {
      progress(`${world.name}: telling in one burst${withAnswers ? ', with answers' : ''}`)
      const told = await tellBurst(tools, world, { withAnswers })
      for (const name of names.filter(isReported))
        burst.answers[name] = await askAll(tools, told, untimed, allVariants[name])
      if (!withAnswers) Object.assign(burst.answers, await rankAll(tools, told, untimed, `${world.name}, burst`))
    })
  }
  return { world, spread, burst }
}

/** Two variants share a store when the same was told. */
const variantsByStore = () =>
  [false, true]
    .map((withAnswers) => variants.filter((name) => allVariants[name].withAnswers === withAnswers))
    .filter((names) => names.length > 0)

/** The two ends: nothing added, and all. */
export const isReported = (name) => name === 'plain' || name === 'both'

async function askAll(tools, told, questions, variant) {
  const answers = []
  for (const question of questions) answers.push(await ask(tools, told, question, variant))
  return answers
}

async function askForeign(tools, told, others, variant) {
  const heard = []
  for (const { language, asked } of others)
    for (const { isFlagged } of await askAll(tools, told, asked, variant)) heard.push({ language, isFlagged })
  return heard
}

async function rankAll(tools, told, questions, name) {
  const ranked = {}
  for (const [place, question] of questions.entries()) {
    if (place % 20 === 0) progress(`${name}: baselines, question ${place + 1}/${questions.length}`)
    for (const [baseline, answer] of Object.entries(await rankByBaselines(tools, told, question))) {
      ranked[baseline] ??= []
      ranked[baseline].push(answer)
    }
  }
  return ranked
}
