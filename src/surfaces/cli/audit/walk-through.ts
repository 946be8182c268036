import type { z } from 'zod'
import type { forget } from '../../../operations/everyday/forget.js'
import type { Person } from '../ask/person.js'
import { plural } from '../quantities.js'
import { type Audited, type AuditFinding, listsOf, renderFinding } from '../rendering/audited.js'
import { renderForgotten } from '../rendering/forgotten.js'

type Forgotten = z.output<typeof forget.output>
type Advice = AuditFinding['advice'][number]

interface Dialogue extends Person {
  call<Answer>(operation: string, input: object): Promise<Answer>
}

/** AUD5: shows what each change would erase, and makes only the changes that are confirmed. */
export async function walkThrough(audited: Audited, dialogue: Dialogue): Promise<void> {
  const { style } = dialogue.terminal
  const done = { forgotten: 0, corrected: 0 }
  /** Memories erased or changed in one list are skipped in the next. */
  const settled = new Set<string>()
  const walk = async (): Promise<void> => {
    for (const { title, findings } of listsOf(audited)) {
      dialogue.say(['', style.bold(title)])
      for (const finding of findings) {
        const choices = choicesFor(finding, settled)
        if (choices.length === 0) continue
        dialogue.say(['', ...renderFinding(finding, dialogue)])
        const choice = await choose(choices, dialogue)
        if (choice === 'stop') return
        if (choice === 'keep') continue
        const { operation, input } = choice.advice
        const isSecret = finding.secrets !== undefined
        const ids = operation === 'correct' ? await correct(input, dialogue) : await erase(input, isSecret, dialogue)
        for (const id of ids) settled.add(id)
        done[operation === 'correct' ? 'corrected' : 'forgotten'] += ids.length
      }
    }
  }
  await walk()
  dialogue.say([
    '',
    style.green(`${plural(done.forgotten, 'memory', 'memories')} forgotten, ${done.corrected} corrected.`),
  ])
}

interface Choice {
  readonly letter: string
  readonly words: string
  readonly advice: Advice
}

/** Each advice that still applies, with its letter. */
function choicesFor({ id, other, same_ids, advice }: AuditFinding, settled: ReadonlySet<string>): Choice[] {
  if (settled.has(id) || (other !== undefined && settled.has(other.id))) return []
  const left = same_ids?.filter((each) => !settled.has(each))
  if (left?.length === 0) return []
  return advice.map((each, at) => {
    if (each.operation === 'correct') return { letter: 'c', words: 'correct it', advice: each }
    if (other !== undefined) {
      return { letter: String(at + 1), words: `forget the ${at === 0 ? 'first' : 'second'}`, advice: each }
    }
    if (left === undefined) return { letter: 'f', words: 'forget it', advice: each }
    const words = left.length === 1 ? 'forget the other' : `forget the other ${left.length}`
    return { letter: 'f', words, advice: { ...each, input: { ids: left } } }
  })
}

async function choose(choices: readonly Choice[], { ask }: Dialogue): Promise<Choice | 'keep' | 'stop'> {
  const offered = [...choices.map(({ letter, words }) => `${letter} = ${words}`), 'k = keep', 'q = stop']
  for (;;) {
    const answer = (await ask(`${offered.join(', ')}:`))?.trim().toLowerCase()
    if (answer === undefined || answer === 'q') return 'stop'
    if (answer === 'k') return 'keep'
    const chosen = choices.find(({ letter }) => letter === answer)
    if (chosen !== undefined) return chosen
  }
}

/** Shows what would be erased, asks, erases. Returns the erased ids. */
async function erase({ ids }: Advice['input'], isSecret: boolean, dialogue: Dialogue): Promise<readonly string[]> {
  const { call, say, ask, terminal, now } = dialogue
  const rendering = { terminal, now, asked: {} }
  const { preview = [], ...wanted } = await call<Forgotten>('forget', { ids })
  const shown = isSecret ? preview.map((each) => ({ ...each, excerpt: '(not shown)' })) : preview
  // Without the last two lines, which name an option of the command.
  say(renderForgotten({ ...wanted, preview: shown }, rendering).slice(0, -2))
  if (!isYes(await ask('There is no undo. Do it? (yes/no):'))) return []
  const forgotten = await call<Forgotten>('forget', { ids, dry_run: false })
  say(renderForgotten(forgotten, rendering))
  return [...forgotten.ids, ...forgotten.derived_ids]
}

async function correct({ id }: Advice['input'], { call, say, ask, terminal }: Dialogue): Promise<readonly string[]> {
  const text = await ask('What is the correct text? (k = keep):')
  if (id === undefined || text === undefined || text.trim().toLowerCase() === 'k') return []
  const { new_id } = await call<{ new_id: string }>('correct', { id, text })
  say([`${terminal.style.green('Corrected')}: ${terminal.style.cyan(new_id)}`])
  return [id]
}

const isYes = (answer: string | undefined): boolean => /^\s*y(?:es)?\s*$/i.test(answer ?? '')
