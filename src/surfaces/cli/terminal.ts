type Paint = (text: string) => string

interface Style {
  readonly bold: Paint
  readonly dim: Paint
  readonly red: Paint
  readonly green: Paint
  readonly yellow: Paint
  readonly cyan: Paint
}

/** What a rendering may know about where it will be read. */
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

/** Lines longer than this are hard to read, however wide the window. */
const widest = 100
const narrowest = 40

export function describeTerminal(stream: Stream, env: Environment): Terminal {
  const columns = Number((stream.isTTY ? stream.columns : undefined) ?? env.COLUMNS) || 80
  return {
    columns: Math.min(widest, Math.max(narrowest, columns)),
    style: isColoured(stream, env) ? coloured : plain,
  }
}

/** https://no-color.org and https://force-color.org: whoever forces colour has the last word, as in Node itself. */
function isColoured({ isTTY = false }: Stream, { FORCE_COLOR, NO_COLOR, TERM }: Environment): boolean {
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false
  return isTTY && TERM !== 'dumb'
}

const ansi =
  (open: number, close: number): Paint =>
  (text) =>
    text === '' ? '' : `\u001b[${open}m${text}\u001b[${close}m`

const coloured: Style = {
  bold: ansi(1, 22),
  dim: ansi(2, 22),
  red: ansi(31, 39),
  green: ansi(32, 39),
  yellow: ansi(33, 39),
  cyan: ansi(36, 39),
}

const asIs: Paint = (text) => text
const plain: Style = { bold: asIs, dim: asIs, red: asIs, green: asIs, yellow: asIs, cyan: asIs }
