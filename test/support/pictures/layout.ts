import type { Browser } from 'playwright-core'

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** A character that the browser shows, and where. */
interface Glyph {
  readonly character: string
  readonly box: Box
}

/** A `<text>` element: what its source says, and what the browser made of it. */
export interface TextLayout {
  readonly x: number
  readonly y: number
  readonly text: string
  /** Without spaces. */
  readonly glyphs: readonly Glyph[]
}

export interface Layout {
  readonly width: number
  readonly height: number
  readonly texts: readonly TextLayout[]
  /** Everything else that is drawn. */
  readonly shapes: readonly { readonly name: string; readonly box: Box }[]
  /** What a picture in a page may not have: scripts, HTML, and addresses of other files. */
  readonly foreign: readonly string[]
}

/** Where Chromium puts each character and shape of a picture, in the picture's own units. */
export async function readLayout(browser: Browser, svg: string): Promise<Layout> {
  const address = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
  const page = await browser.newPage()
  try {
    // GitHub shows pictures with <img>, which refuses what is not well-formed or has no size.
    await page.setContent('<img>')
    const { width, height } = await page.evaluate(showAsImage, address)
    await page.goto(address)
    return { width, height, ...(await page.evaluate(readDocument)) }
  } finally {
    await page.close()
  }
}

// The types of the project are those of Node. This is as much of a browser's as is used here.
interface Rectangle extends Box {
  readonly width: number
}
interface Element {
  readonly tagName: string
  readonly textContent: string
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>
  readonly childNodes: Iterable<{ readonly nodeType: number; readonly data: string }>
  getAttribute(name: string): string | null
  getBoundingClientRect(): Rectangle
}
declare const document: {
  querySelector(selector: string): { src: string; naturalWidth: number; naturalHeight: number; decode(): Promise<void> }
  querySelectorAll(selector: string): Iterable<Element>
  createRange(): {
    setStart(node: object, offset: number): void
    setEnd(node: object, offset: number): void
    getBoundingClientRect(): Rectangle
  }
}

// Both functions below run in the page, so they use nothing from around them.

async function showAsImage(address: string): Promise<{ width: number; height: number }> {
  const image = document.querySelector('img')
  image.src = address
  await image.decode()
  return { width: image.naturalWidth, height: image.naturalHeight }
}

function readDocument(): Omit<Layout, 'width' | 'height'> {
  const toBox = ({ left, top, right, bottom }: Rectangle): Box => ({ left, top, right, bottom })
  const range = document.createRange()
  const glyphsOf = (element: Element): Glyph[] =>
    [...element.childNodes]
      .filter(({ nodeType }) => nodeType === 3)
      .flatMap((node) => {
        let offset = 0
        return [...node.data].map((character) => {
          range.setStart(node, offset)
          offset += character.length
          range.setEnd(node, offset)
          return { character, rectangle: range.getBoundingClientRect() }
        })
      })
      .filter(({ character, rectangle }) => character.trim() !== '' && rectangle.width > 0)
      .map(({ character, rectangle }) => ({ character, box: toBox(rectangle) }))
  const texts = [...document.querySelectorAll('text')].map((element) => ({
    x: Number(element.getAttribute('x')),
    y: Number(element.getAttribute('y')),
    text: element.textContent,
    glyphs: glyphsOf(element),
  }))
  const shapes = [...document.querySelectorAll('rect, circle, ellipse, line, path, polyline, polygon')].map(
    (element) => ({ name: element.tagName, box: toBox(element.getBoundingClientRect()) }),
  )
  const foreign = [...document.querySelectorAll('*')].flatMap((element) => [
    ...(['script', 'foreignObject', 'image'].includes(element.tagName) ? [`<${element.tagName}>`] : []),
    ...(element.tagName === 'style' && /@import|url\(/.test(element.textContent) ? ['an address in <style>'] : []),
    ...[...element.attributes]
      .filter(({ name, value }) => /^(on.*|href|xlink:href|src)$/.test(name) || value.includes('url('))
      .map(({ name }) => `the attribute ${name} of <${element.tagName}>`),
  ])
  return { texts, shapes, foreign }
}
