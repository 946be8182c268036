import type { Box, Layout, TextLayout } from './layout.js'

// Borders are drawn half outside of their shape, and a line of text is a little higher than its letters.
const tolerance = { outside: 1, overlap: 2 }

/** What no picture may have: anything outside of its frame, words over one another, or what an <img> would not load. */
export function findFaults({ width, height, texts, shapes, foreign }: Layout): string[] {
  const words = texts.map((text) => ({ name: quoted(text.text), text, box: boxOf(text) }))
  return [
    ...foreign.map((name) => `has ${name}: a page that shows it with <img> leaves that out`),
    ...words.filter(({ box }) => box === undefined).map(({ name }) => `${name} is not shown at all`),
    ...[...words, ...shapes.map(({ name, box }) => ({ name: `<${name}>`, box }))]
      .filter(({ box }) => box !== undefined && isOutside(box, width, height))
      .map(({ name }) => `${name} is outside of the frame of ${width} × ${height}`),
    ...words.flatMap((one, place) =>
      words
        .slice(place + 1)
        .filter((other) => overlap(one.box, other.box))
        .map((other) => `${one.name} and ${other.name} overlap`),
    ),
  ]
}

const quoted = (text: string) => JSON.stringify(text.trim())

function boxOf({ glyphs }: TextLayout): Box | undefined {
  if (glyphs.length === 0) return undefined
  const boxes = glyphs.map(({ box }) => box)
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  }
}

function isOutside({ left, top, right, bottom }: Box, width: number, height: number): boolean {
  const { outside } = tolerance
  return left < -outside || top < -outside || right > width + outside || bottom > height + outside
}

function overlap(one: Box | undefined, other: Box | undefined): boolean {
  if (one === undefined || other === undefined) return false
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  return across > tolerance.overlap && down > tolerance.overlap
}
