import { placeOf, terminal } from './terminal-grid.js'

interface Look {
  readonly bold: boolean
  readonly dim: boolean
  readonly colour: string
}
interface Word {
  readonly row: number
  readonly column: number
  readonly text: string
  readonly look: Look
}

const white = '#e6edf3'
const plain: Look = { bold: false, dim: false, colour: white }
/** What an escape code of a terminal changes. */
const changes: Readonly<Record<string, Partial<Look>>> = {
  1: { bold: true },
  2: { dim: true },
  22: { bold: false, dim: false },
  31: { colour: '#ff7b72' },
  32: { colour: '#7ee787' },
  33: { colour: '#e3b341' },
  36: { colour: '#79c0ff' },
  39: { colour: white },
}
const escapeCode = new RegExp(`${String.fromCharCode(27)}\\[(\\d+)m`)

/** A picture of a terminal that shows a text with escape codes. Each character takes one cell. */
export function drawTerminal(screen: string, label: string): string {
  const [width, height] = [terminal.widthOf(terminal.columns), terminal.heightOf(screen.split('\n').length)]
  // The border separates the window from a page that is as dark as it.
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(label)}">
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="10" fill="#0d1117" stroke="#3d444d"/>
<circle cx="22" cy="20" r="6" fill="#ff5f57"/><circle cx="42" cy="20" r="6" fill="#febc2e"/><circle cx="62" cy="20" r="6" fill="#28c840"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="${white}">
${splitWords(screen).map(drawWord).join('\n')}
</g>
</svg>
`
}

/** Browsers collapse spaces in SVG, so only what stands between them is drawn, each word at its own column. */
function splitWords(screen: string): Word[] {
  const words: Word[] = []
  let look = plain
  for (const [row, line] of screen.split('\n').entries()) {
    let column = 0
    // Texts are at even places, and behind each the code that follows it.
    for (const [place, part] of line.split(escapeCode).entries()) {
      if (place % 2 === 1) look = changeLook(look, part)
      else {
        for (const { 0: text, index } of part.matchAll(/\S+/g))
          words.push({ row, column: column + lengthOf(part.slice(0, index)), text, look })
        column += lengthOf(part)
      }
    }
  }
  return words
}

function changeLook(look: Look, code: string): Look {
  const change = changes[code]
  if (change === undefined) throw new Error(`No look is known for the escape code ${code}: add it in draw-terminal.ts`)
  return { ...look, ...change }
}

function drawWord({ row, column, text, look }: Word): string {
  const { x, y } = placeOf(row, column)
  const cells = lengthOf(text)
  const attributes = [
    `x="${x.toFixed(1)}" y="${y}"`,
    // Keeps the columns when the font is wider or narrower than the cells. A single character has no space to adjust.
    ...(cells > 1 ? [`textLength="${(cells * terminal.cellWidth).toFixed(1)}"`] : []),
    ...(look.colour === white ? [] : [`fill="${look.colour}"`]),
    ...(look.bold ? ['font-weight="bold"'] : []),
    ...(look.dim ? ['opacity="0.6"'] : []),
  ]
  return `<text ${attributes.join(' ')}>${escaped(text)}</text>`
}

const lengthOf = (text: string) => [...text].length
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (each) => escapes[each]!)
