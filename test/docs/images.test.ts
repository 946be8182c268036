import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

interface Image {
  readonly page: string
  readonly alt: string
  readonly file: string
}

const docs = readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name))
const pages = ['README.md', 'CONTRIBUTING.md', ...docs].filter((path) => path.endsWith('.md'))

const images: Image[] = pages.flatMap((page) => {
  const text = readFileSync(page, 'utf8')
  const at = (source: string) => join(dirname(page), source)
  return [
    ...[...text.matchAll(/!\[([^\]]*)\]\(([^)\s]+)[^)]*\)/g)].map(([, alt, source]) => ({
      page,
      alt,
      file: at(source),
    })),
    ...[...text.matchAll(/<img\b[^>]*>/g)].map(([tag]) => ({
      page,
      alt: /\balt="([^"]*)"/.exec(tag)?.[1] ?? '',
      file: at(/\bsrc="([^"]*)"/.exec(tag)?.[1] ?? ''),
    })),
  ]
})

describe('images in the docs', () => {
  test('the README has some', () => {
    expect(images.filter(({ page }) => page === 'README.md').length).toBeGreaterThan(1)
  })

  test.each(images)(
    '$file, in $page, is a file of this repository and says in words what it shows',
    ({ file, alt }) => {
      expect(existsSync(file)).toBe(true)
      expect(alt.split(' ').length).toBeGreaterThan(3)
    },
  )

  test('every picture is shown somewhere', () => {
    const shown = images.map(({ file }) => file)
    expect(
      readdirSync('docs/pictures')
        // Beside each terminal stands its text, for the test that compares the two.
        .filter((name) => !name.endsWith('.txt'))
        .map((name) => join('docs/pictures', name))
        .filter((file) => !shown.includes(file)),
    ).toEqual([])
  })
})
