import { initialStrength, retrievability } from '../../../memory/activation/forgetting.js'
import { dayMs, formatTime } from '../../../memory/time.js'
import type { OutputOf } from '../../../operations/machinery/operation-name.js'
import { bar, indentWrapped } from '../rendering/layout.js'
import { renderAtTime, renderRecall } from '../rendering/recalled.js'
import { padTo, wrap } from '../rendering/wrap.js'
import type { Terminal } from '../terminal.js'
import { createNarrator, type DemoServer, type Scene } from './scene.js'

/** The memories of an agent that works for a small bakery. */
const story = {
  car: { text: 'Mira purchased a cheap used car.', daysAgo: 9 },
  tabs: { text: 'Mira prefers tabs over spaces and short commit messages.', daysAgo: 6, kind: 'note' },
  outage: {
    text: 'Checkout failed with ECONNREFUSED until we restarted the payment gateway.',
    daysAgo: 4,
    importance: 0.9,
  },
  coffee: { text: 'Somebody cleaned the coffee machine.', daysAgo: 2, importance: 0.1 },
  port: { text: 'The web shop listens on port 8080.', daysAgo: 0 },
} as const

type Name = keyof typeof story
type Ids = Readonly<Record<Name, string>>

const paraphrase = 'Has she bought an inexpensive automobile?'
const unknown = 'When is the next dentist appointment?'
const port = 'Which port does the web shop use?'
const moved = 'The web shop now uses port 8443 instead.'

/** Plays the demo scene by scene. Every number in it comes from the server. */
export async function* playStory(server: DemoServer, now: () => number): AsyncGenerator<Scene> {
  const { ids, scene } = await remembering(server, now())
  yield scene
  yield await askingInOtherWords(server, ids, now)
  yield await admittingIgnorance(server, now)
  yield await travellingInTime(server, ids, now)
  yield await forgetting(server, ids)
}

async function remembering(server: DemoServer, now: number): Promise<{ ids: Ids; scene: Scene }> {
  const { call, calls } = createNarrator(server)
  const ids: Partial<Record<Name, string>> = {}
  for (const [name, { daysAgo, ...memory }] of Object.entries(story)) {
    const timestamp = formatTime(now - daysAgo * dayMs)
    const { id } = await call<OutputOf<'remember'>>('remember', { ...memory, timestamp })
    ids[name as Name] = id
  }
  const { collections } = await call<OutputOf<'memory_stats'>>('memory_stats', {})
  const stored = collections.episodes + collections.notes
  const scene: Scene = {
    title: 'An agent remembers',
    calls,
    claims: [{ claim: 'all five are stored', held: stored === 5 }],
    show: ({ style, columns }) => [
      'An empty memory in a temporary folder, a server, an MCP client.',
      'The client calls remember five times:',
      '',
      ...Object.values(story).flatMap(({ text, daysAgo }) => {
        const when = daysAgo === 0 ? 'today' : `${daysAgo} days ago`
        const [first = '', ...rest] = indentWrapped(text, columns, 16)
        return [`  ${style.dim(padTo(when, 12))}  ${first.trimStart()}`, ...rest]
      }),
      '',
      style.dim(`memory_stats counts ${collections.episodes} episodes and ${collections.notes} note.`),
    ],
  }
  // The loop above has set every name.
  return { ids: ids as Ids, scene }
}

async function askingInOtherWords(server: DemoServer, ids: Ids, now: () => number): Promise<Scene> {
  const { call, calls } = createNarrator(server)
  const answer = await call<OutputOf<'recall'>>('recall', { query: paraphrase, limit: 1, explain: true })
  const [found] = answer.memories
  const explained = found?.explanation
  const sum = explained?.parts.reduce((total, { contribution }) => total + contribution, 0) ?? Number.NaN
  return {
    title: 'Asked in other words',
    calls,
    claims: [
      { claim: 'the car comes first', held: found?.id === ids.car },
      { claim: 'it is held for relevant', held: !answer.nothing_relevant },
      { claim: 'question and memory share no word', held: sharedWords(paraphrase, story.car.text).length === 0 },
      { claim: 'the parts sum to the score', held: Math.abs(sum - (explained?.score ?? Number.NaN)) <= 0.0005 },
    ],
    show: (terminal) => [
      asked('recall', paraphrase, terminal),
      '',
      ...renderRecall(onlyThis(answer), { terminal, now: now(), asked: {} }),
      '',
      'Question and memory have no word in common. No language model was asked.',
    ],
  }
}

/** The demo shows the first result only, so the note about further ones is left out. */
const onlyThis = (answer: OutputOf<'recall'>): OutputOf<'recall'> => ({ ...answer, has_more: false })

async function admittingIgnorance(server: DemoServer, now: () => number): Promise<Scene> {
  const { call, calls } = createNarrator(server)
  const answer = await call<OutputOf<'recall'>>('recall', { query: unknown, limit: 1 })
  return {
    title: 'Asked for what it was never told',
    calls,
    claims: [{ claim: 'it says that nothing is known', held: answer.nothing_relevant }],
    show: (terminal) => [
      asked('recall', unknown, terminal),
      '',
      ...renderRecall(onlyThis(answer), { terminal, now: now(), asked: {} }),
      '',
      'The answer says nothing_relevant: true, so that the agent can say so, too.',
    ],
  }
}

async function travellingInTime(server: DemoServer, ids: Ids, now: () => number): Promise<Scene> {
  const { call, calls } = createNarrator(server)
  const before = await call<OutputOf<'get_memory'>>('get_memory', { id: ids.port })
  const { id } = await call<OutputOf<'remember'>>('remember', { text: moved })
  const after = await call<OutputOf<'get_memory'>>('get_memory', { id })
  const at = (point_in_time: string) =>
    call<OutputOf<'query_at_time'>>('query_at_time', { query: port, point_in_time, limit: 1 })
  const then = await at(before.recorded_at)
  const since = await at(after.recorded_at)
  return {
    title: 'What was known when',
    calls,
    claims: [
      { claim: 'before the change the old port is known', held: then.episodes[0]?.id === ids.port },
      { claim: 'after it the new one', held: since.episodes[0]?.id === id },
      { claim: 'the change came after the first', held: before.recorded_at < after.recorded_at },
    ],
    show: (terminal) => [
      `The agent learns something new: ${moved}`,
      '',
      asked('query_at_time', port, terminal),
      '',
      ...renderAtTime(then, { terminal, now: now(), asked: {} }),
      '',
      ...renderAtTime(since, { terminal, now: now(), asked: {} }),
      '',
      'Nothing was overwritten: any moment can be asked, seconds or years apart.',
    ],
  }
}

const fading =
  'FSRS, from the importance and the time that get_memory gave. A recall that helped restarts the curve, and makes ' +
  'it flatter. Fading never deletes, and never hides what matches.'

const spans = [
  ['now', 0],
  ['in a day', 1],
  ['in a week', 7],
  ['in a month', 30],
  ['in three months', 90],
] as const

async function forgetting(server: DemoServer, ids: Ids): Promise<Scene> {
  const { call, calls } = createNarrator(server)
  const outage = await call<OutputOf<'get_memory'>>('get_memory', { id: ids.outage })
  const coffee = await call<OutputOf<'get_memory'>>('get_memory', { id: ids.coffee })
  const outageCurve = curve(outage)
  const coffeeCurve = curve(coffee)
  return {
    title: 'What fades',
    calls,
    claims: [
      {
        claim: 'the curve starts where the server says',
        held: isNear(outageCurve[0], outage.retrievability) && isNear(coffeeCurve[0], coffee.retrievability),
      },
      { claim: 'both fall', held: isFalling(outageCurve) && isFalling(coffeeCurve) },
      { claim: 'what matters fades more slowly', held: outageCurve.slice(1).every((r, i) => r > coffeeCurve[i + 1]) },
    ],
    show: ({ style, columns }) => {
      const cell = (share: number) => `${bar(share, style.green, style)} ${share.toFixed(2)}`
      return [
        'How likely each is still to come to mind, if nobody asks for it:',
        '',
        `${' '.repeat(18)}${padTo(`outage (${outage.importance})`, 18)}coffee (${coffee.importance})`,
        ...spans.map(
          ([when], index) => `  ${style.dim(padTo(when, 16))}${cell(outageCurve[index])}   ${cell(coffeeCurve[index])}`,
        ),
        '',
        ...wrap(fading, columns).map(style.dim),
      ]
    },
  }
}

/** The server's own forgetting curve, at future moments. */
function curve({ importance, recorded_at }: OutputOf<'get_memory'>): number[] {
  const recordedAt = Date.parse(recorded_at)
  const strength = initialStrength(importance, recordedAt)
  return spans.map(([, days]) => retrievability(strength, recordedAt + days * dayMs))
}

const isNear = (a: number, b: number): boolean => Math.abs(a - b) < 0.001
const isFalling = (values: readonly number[]): boolean =>
  values.every((value, index) => index === 0 || value < values[index - 1])

function sharedWords(a: string, b: string): string[] {
  const words = (text: string) => new Set(text.toLowerCase().match(/[a-z]+/g))
  const others = words(b)
  return [...words(a)].filter((word) => others.has(word))
}

const asked = (tool: string, question: string, { style }: Terminal): string =>
  `${style.cyan(`${tool}:`)} ${style.bold(question)}`
