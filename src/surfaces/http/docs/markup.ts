/** Text that is already HTML. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Piece = Markup | string | number | undefined | readonly Piece[]

/** An HTML template that escapes every value that is not markup. */
export const html = (parts: TemplateStringsArray, ...pieces: readonly Piece[]): Markup =>
  new Markup(parts.map((part, at) => part + write(pieces[at])).join(''))

function write(piece: Piece): string {
  if (piece === undefined) return ''
  if (piece instanceof Markup) return piece.text
  if (typeof piece === 'string' || typeof piece === 'number') return escaped(String(piece))
  return piece.map(write).join('')
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character]!)

/** Renders the two Markdown marks that our descriptions use: `code` and **strong**. */
export const prose = (text: string): Markup =>
  new Markup(
    escaped(text)
      .replace(/`([^`]+)`/g, '<code>$1</code>')
      .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>'),
  )
