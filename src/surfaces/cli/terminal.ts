import { marks } from './terminal-marks.js'

type Paint = (text: string) => string

interface Style {
  readonly bold: Paint
  readonly dim: Paint
  readonly red: Paint
  readonly green: Paint
  readonly yellow: Paint
  readonly cyan: Paint
}

/** Width and colours of an output. */
export interface Terminal {
  /** Characters in a line. */
  readonly columns: number
  readonly style: Style
}

interface Stream {
  readonly isTTY?: boolean
  readonly columns?: number
}

type Environment = Readonly<Record<string, string | undefined>>

/** Longer lines are hard to read. */
const maxColumns = 100
const minColumns = 40

export function describeTerminal(stream: Stream, env: Environment): Terminal {
  const columns = Number((stream.isTTY ? stream.columns : undefined) ?? env.COLUMNS) || 80
  return {
    columns: Math.min(maxColumns, Math.max(minColumns, columns)),
    style: isColoured(stream, env) ? coloured : plain,
  }
}

/** https://no-color.org and https://force-color.org: FORCE_COLOR wins, as in Node itself. */
function isColoured({ isTTY = false }: Stream, { FORCE_COLOR, NO_COLOR, TERM }: Environment): boolean {
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false
  return isTTY && TERM !== 'dumb'
}

const marked =
  (start: string, end: string): Paint =>
  (text) =>
    text === '' ? '' : `${start}${text}${end}`

const coloured: Style = {
  bold: marked(marks.bold, marks.plainWeight),
  dim: marked(marks.dim, marks.plainWeight),
  red: marked(marks.red, marks.plainColour),
  green: marked(marks.green, marks.plainColour),
  yellow: marked(marks.yellow, marks.plainColour),
  cyan: marked(marks.cyan, marks.plainColour),
}

const asIs: Paint = (text) => text
const plain: Style = { bold: asIs, dim: asIs, red: asIs, green: asIs, yellow: asIs, cyan: asIs }
