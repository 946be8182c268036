import { mean } from '../numbers.mjs'
import { table } from '../report.mjs'
import { writers, writesEach } from './measure-lost-writes.mjs'

const three = (value) => value.toFixed(3).replace(/^0\./, '.')
const short = (value) => (value < 1 ? value.toFixed(2) : value < 10 ? value.toFixed(1) : value.toFixed(0))
const both = ({ p50, p95 }) => `${short(p50)} / ${short(p95)}`
const meanOf = (values) => (values === undefined || values.length === 0 ? undefined : mean(values))

/**
 * What is compared: `of` gives the value (undefined where a peer has none), `ofOurs` what stands against it where that
 * is another; `show` or `cell` makes the cell.
 */
const measures = [
  {
    title: 'turn@10, the question as it is',
    better: 'finds more of the evidence when asked the question as it is',
    of: ({ recall }) => meanOf(recall.asked.turns),
    show: three,
    moreIsBetter: true,
  },
  {
    title: '– word by word',
    better: 'finds more of the evidence when asked word by word',
    of: ({ recall }) => meanOf(recall.byWords.turns),
    ofOurs: ({ recall }) => meanOf(recall.asked.turns),
    show: three,
    moreIsBetter: true,
  },
  {
    title: 'session@5, the question as it is',
    better: 'finds the session more often when asked the question as it is',
    of: ({ recall }) => meanOf(recall.asked.sessions),
    show: three,
    moreIsBetter: true,
  },
  {
    title: '– word by word',
    better: 'finds the session more often when asked word by word',
    of: ({ recall }) => meanOf(recall.byWords.sessions),
    ofOurs: ({ recall }) => meanOf(recall.asked.sessions),
    show: three,
    moreIsBetter: true,
  },
  {
    title: 'one search, ms',
    better: 'answers one search faster',
    of: ({ speed }) => speed.search.p50,
    cell: ({ speed }) => both(speed.search),
  },
  {
    title: '– a question word by word, ms',
    of: ({ speed }) => speed.byWords?.p50,
    cell: ({ speed }) => both(speed.byWords),
  },
  {
    title: 'one write, ms',
    better: 'writes faster',
    of: ({ speed }) => speed.write.p50,
    cell: ({ speed }) => both(speed.write),
  },
  {
    title: '– on the disk before the answer',
    of: ({ peer }) => peer.syncs,
    show: (value) => (value ? 'yes' : 'no'),
  },
  {
    title: `lost of ${writers} × ${writesEach} writes`,
    better: 'loses fewer writes',
    of: ({ lost }) => lost?.lost,
    cell: ({ lost }) => `${lost.lost.toLocaleString('en')}${lost.unreadable ? ', store unreadable' : ''}`,
  },
  {
    title: '– refused, the caller told',
    better: 'refuses fewer writes',
    of: ({ lost }) => lost?.refused,
    cell: ({ lost }) => lost.refused.toLocaleString('en'),
  },
  {
    title: 'start to `initialize` answered, ms',
    better: 'starts faster',
    of: ({ start }) => start?.p50,
    cell: ({ start }) => both(start),
  },
  {
    title: 'RSS after the searches, MB',
    better: 'needs less memory',
    of: ({ speed }) => speed.rss,
    show: (value) => value.toFixed(0),
  },
  {
    title: 'installed, MB',
    better: 'is smaller to install',
    of: ({ installed }) => installed.megabytes,
    show: (value) => value.toFixed(1),
  },
  {
    title: 'installed, packages',
    better: 'brings fewer packages',
    of: ({ installed }) => installed.packages,
    show: String,
  },
]

export function describePeers(results, run) {
  const measured = results.filter(({ failure }) => failure === undefined)
  const ours = measured.find(({ peer }) => peer.name === 'World Weaver')
  const others = measured.filter((result) => result !== ours)
  const [first] = measured
  return `
## Peers

${run}

${ours === undefined ? '' : describeBetter(ours, others)}

${first === undefined ? '' : `${Math.max(first.recall.asked.turns.length, first.recall.byWords.turns.length)} questions over LoCoMo's five conversations, the same for all, each conversation told to a store of its own, turn by turn; latencies with all ${first.speed.told.toLocaleString('en')} turns in one store, median / 95th percentile, through the official client over stdio. Who looks for a string finds nothing by a whole question, so it is asked *word by word*: a call for each word that matters, and the benchmark ranks what came back, by how many and how rare the words are; its *one search* is for the longest word. *Lost* is what ${writers} processes on one store were told is stored and that is not there afterwards. RSS is that of the process that was told all turns and then searched, with its children.`}

${table(
  ['', ...measured.map(({ peer }) => `${peer.name} ${peer.version}`)],
  measures.map((measure) => [measure.title, ...measured.map((result) => cellOf(measure, result))]),
)}

How each was used:

${results.map(describePeer).join('\n')}

Memories that search by the vectors of a downloaded model or of a cloud, or that have a language model write for them
(mem0, Zep, Letta, agentdb …), are not here: the comparison is of what runs by \`npm install\` alone.
`
}

const cellOf = (measure, result) => {
  const value = measure.of(result)
  if (value === undefined || Number.isNaN(value)) return '–'
  return measure.cell ? measure.cell(result) : measure.show(value)
}

/** By more than the twentieth that a machine wanders. */
function isBetter({ of, ofOurs = of, moreIsBetter = false }, peer, ours) {
  const [theirs, own] = [of(peer), ofOurs(ours)]
  if (theirs === undefined || own === undefined) return false
  return moreIsBetter ? theirs > own : theirs < own * 0.95
}

/** First where others are better. */
function describeBetter(ours, others) {
  const found = others.flatMap((other) => {
    const points = measures.filter((measure) => measure.better && isBetter(measure, other, ours))
    if (points.length === 0) return []
    const said = points.map(
      (point) =>
        `${point.better} (${cellOf(point, other)}, World Weaver ${cellOf({ ...point, of: point.ofOurs ?? point.of }, ours)})`,
    )
    return [`- \`${other.peer.name}\` ${said.join('; ')}.`]
  })
  if (found.length === 0) return 'No peer measured here is better in any of these.'
  return `Where a peer is better than World Weaver:\n\n${found.join('\n')}`
}

function describePeer({ peer, failure, lost }) {
  const trouble = [
    failure && `It could not be measured here: ${failure}.`,
    lost?.unreadable && `After the eight processes its store could not be read: \`${lost.unreadable.split('\n')[0]}\`.`,
    lost?.reason && `A refused write said \`${lost.reason.replace(/\s+/g, ' ').slice(0, 120)}\`.`,
  ]
  return `- \`${peer.name}\` ${peer.version}: ${[peer.remark, ...trouble.filter(Boolean)].join(' ')}`
}
