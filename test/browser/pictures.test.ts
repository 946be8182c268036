import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters, styleText } from 'node:util'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from '../support/browser.js'
import { lacks } from '../support/parts.js'
import { drawTerminal } from '../support/pictures/draw-terminal.js'
import { inspectPicture, inspectTerminal } from '../support/pictures/inspect-picture.js'
import { readLayout } from '../support/pictures/layout.js'
import { readSource } from '../support/pictures/terminal-text.js'

const folder = 'docs/pictures'
const charts = ['soak.svg']
const terminals = readdirSync(folder).filter((name) => name.endsWith('.svg') && !charts.includes(name))
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

const svg = (body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="120" viewBox="0 0 400 120" font-family="monospace" font-size="14">${body}</svg>`

describe.skipIf(lacks('chromium'))('pictures, as Chromium shows them', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  test.each(terminals)('%s shows what the terminal said, column by column', async (name) => {
    const text = read(name.replace('.svg', '.txt')).trimEnd()
    expect(text).toMatch(/^\$ ww \w+ /)
    expect(text.split('\n').length).toBeGreaterThan(10)
    expect(await inspectTerminal(browser, read(name), text)).toEqual([])
  })

  test.each(charts)('%s has all of its words within its frame, none over another', async (name) => {
    expect(await inspectPicture(browser, read(name))).toEqual([])
    expect((await readLayout(browser, read(name))).texts.length).toBeGreaterThan(10)
  })

  describe('a drawn terminal', () => {
    const bold = (text: string) => styleText('bold', text, { validateStream: false })
    const screen = [
      `${styleText('cyan', '$', { validateStream: false })} ${bold('ww recall "<a> & b"')}`,
      `${styleText('green', '▰▰▰', { validateStream: false })}▱▱  0.61  ${bold('two  spaces,   three')}`,
      '',
      `                  episode · 9 days ago${' '.repeat(10)}`,
      `${' '.repeat(80)}end→`,
    ].join('\n')
    const drawn = drawTerminal(screen, 'A "terminal" <here>')

    test('shows its text where it stands, spaces at the beginning and within included', async () => {
      expect(await inspectTerminal(browser, drawn, stripVTControlCharacters(screen))).toEqual([])
    })

    test.each([12.5, 16])('keeps its columns in a font that is as wide as this one at %d', async (size) => {
      const other = drawn.replace('font-size="14"', `font-size="${size}"`)
      expect(other).not.toBe(drawn)
      expect(await inspectTerminal(browser, other, stripVTControlCharacters(screen))).toEqual([])
    })

    test('says its text in its source', async () => {
      const rows = stripVTControlCharacters(screen).split('\n')
      expect(readSource(await readLayout(browser, drawn))).toEqual(rows.map((row) => row.trimEnd()))
    })

    test('that shows another text is found', async () => {
      expect(await inspectTerminal(browser, drawn, 'something else')).toContain(
        'row 1 shows "$ ww recall "<a> & b"" instead of "something else"',
      )
    })
  })

  describe('what is broken is found', () => {
    test('a text that is stretched because its spaces collapse', async () => {
      const text = '<text x="18" y="52" textLength="193.2">              nine days</text>'
      const faults = await inspectTerminal(browser, svg(`<g xml:space="preserve">${text}</g>`))
      expect(faults[0]).toMatch(/^row 1 shows "n.*" instead of " {14}nine days"$/)
      expect(faults).toContainEqual(expect.stringMatching(/^"i" in row 1 stands between two columns, at \d\.\d$/))
    })

    test('a text outside of the frame', async () => {
      expect(await inspectPicture(browser, svg('<text x="380" y="40">too long</text>'))).toEqual([
        '"too long" is outside of the frame of 400 × 120',
      ])
    })

    test('a shape outside of the frame', async () => {
      expect(await inspectPicture(browser, svg('<rect y="100" width="50" height="50"/>'))).toEqual([
        '<rect> is outside of the frame of 400 × 120',
      ])
    })

    test('a text over another', async () => {
      const texts = '<text x="20" y="40">one</text><text x="30" y="44">two</text><text x="20" y="80">three</text>'
      expect(await inspectPicture(browser, svg(texts))).toEqual(['"one" and "two" overlap'])
    })

    test('a text that is not shown', async () => {
      expect(await inspectPicture(browser, svg('<text x="20" y="40" display="none">gone</text>'))).toEqual([
        '"gone" is not shown at all',
      ])
    })

    test.each([
      ['<script>1</script>', '<script>'],
      ['<style>@import "font.css";</style>', 'an address in <style>'],
      ['<image href="photo.png"/>', '<image>'],
      ['<rect width="9" height="9" fill="url(other.svg#a)"/>', 'the attribute fill of <rect>'],
    ])('what an <img> does not load: %s', async (body, name) => {
      expect(await inspectPicture(browser, svg(body))).toContain(
        `has ${name}: a page that shows it with <img> leaves that out`,
      )
    })

    test('a file that is not well-formed', async () => {
      await expect(inspectPicture(browser, svg('<text>'))).rejects.toThrow('cannot be decoded')
    })
  })
})
