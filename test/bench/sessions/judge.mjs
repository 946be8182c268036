/** Judges what a session left by its labels. */

/** Lines that name what the session was about and which files it touched. */
const frame = new Set(['Asked', 'Changed'])

/**
 * The lines of a memory, and of each whether it bears a point, is harmless context or is noise. What no label calls
 * harmless is noise.
 */
function judge(text, script) {
  const whole = text.toLowerCase()
  const found = script.points.filter(({ alternatives }) => alternatives.some((words) => hasAll(whole, words)))
  const lines = linesOf(text).map(({ section, line }) => ({
    section,
    line,
    verdict: verdictOn(line, section, found, script),
  }))
  return {
    points: script.points.length,
    found: found.map(({ id }) => id),
    lines,
    isQuestionOnly: isQuestionOnly(lines),
  }
}

const hasAll = (text, words) => words.every((word) => text.includes(word))

function linesOf(text) {
  let section = ''
  return text.split('\n').flatMap((line) => {
    const title = /^([A-Z][\w ]*):$/.exec(line)?.[1]
    section = title ?? section
    return title === undefined && line.trim() !== '' ? [{ section, line: line.replace(/^- /, '') }] : []
  })
}

function verdictOn(line, section, found, { noise, harmless, points }) {
  const said = line.toLowerCase()
  if (noise.some((words) => said.includes(words))) return 'noise'
  if (section === 'Asked') return points.length > 0 ? 'harmless' : 'noise'
  if (found.some((point) => bears(said, point))) return 'bears'
  if (section === 'Changed') return points.length > 0 ? 'harmless' : 'noise'
  return harmless.some((words) => said.includes(words)) ? 'harmless' : 'noise'
}

/** A line may hold one half of a point whose other half is in the next. */
const bears = (said, { alternatives }) =>
  alternatives.some((words) => hasAll(said, words) || words.some((word) => word.length > 4 && said.includes(word)))

/** Nothing but what was asked. */
const isQuestionOnly = (lines) => lines.every(({ section }) => section === 'Asked')

/**
 * The sums of several sessions. Precision counts the lines outside of the frame: those that bear a point, of those that
 * bear one or are noise; `strict` counts harmless ones against it too.
 */
export function sumUp(judged) {
  const lines = judged.flatMap(({ memories }) => memories.flatMap((each) => each.lines))
  const said = lines.filter(({ section }) => !frame.has(section))
  const count = (verdict) => said.filter((each) => each.verdict === verdict).length
  const [bearing, harmless, noise] = [count('bears'), count('harmless'), count('noise')]
  const points = judged.flatMap(({ script }) => script.points).length
  const recalled = judged.reduce((sum, { found }) => sum + found.length, 0)
  return {
    sessions: judged.length,
    points,
    recalled,
    recall: recalled / points,
    bearing,
    harmless,
    noise,
    precision: bearing / (bearing + noise),
    strict: bearing / (bearing + harmless + noise),
    questionOnly: judged.flatMap(({ memories }) => memories).filter((each) => each.isQuestionOnly).length,
    unwanted: judged.filter(({ script, memories }) => script.leavesNothing && memories.length > 0).length,
    missing: judged.filter(({ script, memories }) => !script.leavesNothing && memories.length === 0).length,
    most: Math.max(...judged.map(({ memories }) => memories.length)),
  }
}

/** Of one session: what its memories hold together. */
export function judgeSession(script, texts) {
  const memories = texts.map((text) => judge(text, script))
  return { script, memories, found: [...new Set(memories.flatMap(({ found }) => found))] }
}
