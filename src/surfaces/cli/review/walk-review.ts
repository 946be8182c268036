import type { ReviewChoice } from '../../../memory/review/question.js'
import type { Person } from '../ask/person.js'
import { plural } from '../quantities.js'
import { type Reviewed, type ReviewItem, renderItem } from './render-review.js'

interface Dialogue extends Person {
  review(input: object): Promise<Reviewed>
}

/** The key of each choice, and what it says to a person. */
const keys: Readonly<Record<ReviewChoice, readonly [key: string, words: string]>> = {
  replaces: ['r', 'the later replaces the earlier'],
  both_true: ['b', 'both are true'],
  same: ['s', 'the same'],
  different: ['d', 'different'],
  stated: ['f', 'it is so'],
  plan: ['p', 'planned'],
  question: ['a', 'asked'],
  denial: ['n', 'denied'],
  hearsay: ['h', 'said by others'],
  answers: ['w', 'write questions'],
  none: ['x', 'it answers none'],
  unsure: ['u', 'unsure'],
}

const maxQuestions = 3

/** OPS7: one question at a time, until none is left or the person stops. Each reply can be taken back at once. */
export async function walkReview({ review, say, ask, terminal, now }: Dialogue): Promise<void> {
  const { style } = terminal
  const batches: string[] = []
  let count = 0
  let skipped = 0
  for (;;) {
    const { items, left } = await review({ limit: 1 })
    const [item] = items
    if (item === undefined && left > 0) continue
    if (item === undefined && batches.length === 0) break
    if (item !== undefined)
      say(['', style.bold(`${plural(left, 'question', 'questions')} left`), ...renderItem(item, { terminal, now })])
    const choice = await choose(item?.choices ?? [], batches.length > 0, ask)
    if (choice === 'stop') break
    if (choice === 'undo') {
      await review({ undo: batches.pop() })
      count--
      say([style.green('Taken back. It is asked again.')])
      continue
    }
    if (item === undefined) continue
    if (choice === 'skip') {
      skipped++
      continue
    }
    const reply = await toReply(item, choice, ask)
    if (reply === undefined) continue
    const { undo, refused } = await review({ replies: [reply], limit: 0 })
    for (const { reason } of refused) say([style.red(reason)])
    if (undo === undefined) continue
    batches.push(undo.id)
    count++
    say([style.dim(`Undo: ${undo.command}`)])
  }
  const later = skipped === 0 ? '' : `, ${skipped} skipped: they come back after ten minutes`
  say(['', style.green(`${plural(count, 'question', 'questions')} settled${later}.`)])
}

async function choose(
  choices: ReviewItem['choices'],
  mayUndo: boolean,
  ask: Dialogue['ask'],
): Promise<ReviewChoice | 'stop' | 'skip' | 'undo'> {
  const offered = [
    ...choices.map((choice) => [...keys[choice], choice] as const),
    ...(choices.length === 0 ? [] : [['k', 'skip', 'skip'] as const]),
    ...(mayUndo ? [['z', 'take the last one back', 'undo'] as const] : []),
    ['q', 'stop', 'stop'] as const,
  ]
  const question = `${offered.map(([key, words]) => `${key} = ${words}`).join(', ')}:`
  for (;;) {
    const answer = (await ask(question))?.trim().toLowerCase()
    if (answer === undefined) return 'stop'
    const chosen = offered.find(([key]) => key === answer)
    if (chosen !== undefined) return chosen[2]
  }
}

/** What goes with the choice; undefined when the person changed their mind. */
async function toReply({ item, texts }: ReviewItem, choice: ReviewChoice, ask: Dialogue['ask']) {
  // A person has read the later text whole, so that it is the quote.
  if (choice === 'replaces') return { item, choice, quote: texts.at(-1)?.text.slice(0, 2_000) }
  if (choice !== 'answers') return { item, choice }
  const answers: string[] = []
  while (answers.length < maxQuestions) {
    const typed = (await ask('A question that it answers (k = no more):'))?.trim()
    if (typed === undefined || typed.toLowerCase() === 'k') break
    answers.push(typed)
  }
  return answers.length === 0 ? undefined : { item, choice, answers }
}
