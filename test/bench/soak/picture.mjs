/** A picture of panels one above the other over the same minutes; small, and readable by day and by night. */
const [width, left, right, gap, panelHeight, top] = [860, 62, 128, 44, 104, 56]
const plotWidth = width - left - right
/** More points than this nobody sees. */
const mostPoints = 180

const style = `
text{font:12px system-ui,-apple-system,"Segoe UI",sans-serif;fill:#57606a}
.title{font-weight:600;fill:#1f2328}
.back{fill:#fff}.grid{stroke:#d0d7de}.part{fill:#57606a;opacity:.09}
.event{stroke:#9a6700;stroke-dasharray:2 3}.word{fill:#9a6700}
path{fill:none;stroke-width:1.5;stroke-linejoin:round}.faint{opacity:.5;stroke-width:1}
.c0{stroke:#0969da}.c1{stroke:#bf3989}.c2{stroke:#1a7f37}.c3{stroke:#bc4c00}
.n0{fill:#0969da}.n1{fill:#bf3989}.n2{fill:#1a7f37}.n3{fill:#bc4c00}
@media(prefers-color-scheme:dark){
text{fill:#9198a1}.title{fill:#f0f6fc}.back{fill:#0d1117}.grid{stroke:#3d444d}.part{fill:#9198a1;opacity:.13}
.event{stroke:#d29922}.word{fill:#d29922}
.c0{stroke:#58a6ff}.c1{stroke:#f778ba}.c2{stroke:#3fb950}.c3{stroke:#f0883e}
.n0{fill:#58a6ff}.n1{fill:#f778ba}.n2{fill:#3fb950}.n3{fill:#f0883e}}`

/**
 * `panels`: `{ title, isLogarithmic?, lines: [{ name, colour, isFaint?, points: [{ minute, value }] }] }`;
 * `parts`: spans of minutes to be shaded; `events`: `{ minute, name }`.
 */
export function drawPicture({ label, minutes, panels, parts, events }) {
  const height = top + panels.length * (panelHeight + gap) + 4
  const x = (minute) => left + (minute / minutes) * plotWidth
  const body = panels.map((panel, place) => {
    const y0 = top + place * (panelHeight + gap)
    return drawPanel(panel, { x, y0, minutes, parts, events })
  })
  const words = nameEvents(events, x).map(
    (event) =>
      `<text class="word" x="${round(event.x)}" y="${event.y}" text-anchor="middle">${escaped(event.word)}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(label)}">
<style>${style}</style>
<rect class="back" width="${width}" height="${height}" rx="8"/>
${[...words, ...body].join('\n')}
</svg>
`
}

/** Names above the lines of events, each kind on a line of its own. Those that stand close together get one for all. */
function nameEvents(events, x) {
  const names = [...new Set(events.map(({ name }) => name))]
  return names.flatMap((name, line) => {
    // Wide enough for "10 × forget", with seven units for a letter.
    const room = (name.length + 5) * 7
    const groups = []
    for (const at of events.filter((event) => event.name === name).map(({ minute }) => x(minute))) {
      const group = groups.at(-1)
      if (group !== undefined && at - group.at(-1) < room) group.push(at)
      else groups.push([at])
    }
    return groups.map((group) => ({
      x: (group[0] + group.at(-1)) / 2,
      y: 15 + line * 13,
      word: group.length === 1 ? name : `${group.length} × ${name}`,
    }))
  })
}

function drawPanel({ title, isLogarithmic = false, lines }, { x, y0, minutes, parts, events }) {
  const scale = (isLogarithmic ? logarithmic : linear)(lines.flatMap(({ points }) => points.map(({ value }) => value)))
  const bottom = y0 + panelHeight
  const y = (value) => bottom - scale.place(value) * panelHeight
  const shaded = parts.map(
    ([from, to]) =>
      `<rect class="part" x="${round(x(from))}" y="${y0}" width="${round(x(to) - x(from))}" height="${panelHeight}"/>`,
  )
  const rules = scale.ticks.flatMap((tick) => [
    `<line class="grid" x1="${left}" x2="${left + plotWidth}" y1="${round(y(tick))}" y2="${round(y(tick))}"/>`,
    `<text x="${left - 8}" y="${round(y(tick) + 4)}" text-anchor="end">${tick.toLocaleString('en')}</text>`,
  ])
  const times = ticksUpTo(minutes).map(
    (minute, place, all) =>
      `<text x="${round(x(minute))}" y="${bottom + 16}" text-anchor="middle">${minute}${place === all.length - 1 ? ' min' : ''}</text>`,
  )
  const marks = events.map(
    ({ minute }) => `<line class="event" x1="${round(x(minute))}" x2="${round(x(minute))}" y1="${y0}" y2="${bottom}"/>`,
  )
  const paths = lines.map(
    ({ colour, isFaint, points }) =>
      `<path class="c${colour}${isFaint ? ' faint' : ''}" d="${toPath(thinOut(points), x, y)}"/>`,
  )
  const names = placeNames(
    lines.filter(({ name }) => name !== undefined).map((line) => ({ ...line, y: endOf(line, y) })),
    y0,
  )
  return [
    `<text class="title" x="${left}" y="${y0 - 9}">${escaped(title)}</text>`,
    ...[...shaded, ...rules, ...times, ...marks, ...paths],
    ...names.map(
      ({ name, colour, y: at }) =>
        `<text class="n${colour}" x="${left + plotWidth + 8}" y="${round(at + 4)}">${escaped(name)}</text>`,
    ),
  ].join('\n')
}

const endOf = ({ points }, y) => y(points.at(-1)?.value ?? 0)

/** Beside the ends of their lines, but never over one another, nor above the panel. */
function placeNames(names, top) {
  const lineHeight = 14
  // First from below, each as far up as it must go; then from above, as far down as what is above it needs.
  let lowest = Number.POSITIVE_INFINITY
  const climbed = names
    .toSorted((a, b) => b.y - a.y)
    .map((each) => {
      lowest = Math.min(each.y, lowest - lineHeight)
      return { ...each, y: lowest }
    })
  let highest = top - lineHeight
  return climbed.toReversed().map((each) => {
    highest = Math.max(each.y, highest + lineHeight)
    return { ...each, y: highest }
  })
}

/** From nothing: what is flat looks flat, and what doubles doubles. */
function linear(values) {
  const most = Math.max(...values, 0)
  const ticks = ticksUpTo(most * 1.1 || 1)
  const end = Math.max(most * 1.1, ticks.at(-1))
  return { place: (value) => value / end, ticks }
}

function logarithmic(values) {
  const some = values.filter((value) => value > 0)
  const [from, to] = [Math.floor(Math.log10(Math.min(...some, 1))), Math.ceil(Math.log10(Math.max(...some, 10)))]
  return {
    place: (value) => (Math.log10(Math.max(value, 10 ** from)) - from) / (to - from),
    ticks: Array.from({ length: to - from + 1 }, (_, step) => 10 ** (from + step)),
  }
}

/** Round numbers from 0 up to there, four to seven of them. */
function ticksUpTo(most) {
  const rough = most / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [5, 2.5, 2, 1].map((factor) => factor * power).find((each) => each <= rough)
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, place) => Number((place * step).toPrecision(6)))
}

/** Of neighbours the largest: a peak stays to be seen. */
function thinOut(points) {
  const each = Math.ceil(points.length / mostPoints)
  return Array.from({ length: Math.ceil(points.length / each) }, (_, place) =>
    points
      .slice(place * each, (place + 1) * each)
      .reduce((largest, point) => (point.value > largest.value ? point : largest)),
  )
}

/** Steps between whole half-units: a third of the characters of full coordinates. */
function toPath(points, x, y) {
  let before
  return points
    .map(({ minute, value }) => {
      const [atX, atY] = [round(x(minute)), round(y(value))]
      const step = before === undefined ? `M${atX} ${atY}` : `l${round(atX - before[0])} ${round(atY - before[1])}`
      before = [atX, atY]
      return step
    })
    .join('')
}

const round = (number) => Math.round(number * 2) / 2
const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text) => text.replace(/[&<>"]/g, (each) => escapes[each])
