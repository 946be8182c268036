import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('editors are told what Biome checks', () => {
  const { formatter } = JSON.parse(readFileSync('biome.json', 'utf8'))
  const [, general] = readFileSync('.editorconfig', 'utf8').split(/^\[\*\]$|^\[(?!\*\]).*$/m)
  const settings = Object.fromEntries(
    [...general.matchAll(/^(\w+) = (\S+)$/gm)].map(([, name, value]) => [name, value]),
  )
  expect(settings).toMatchObject({
    indent_style: formatter.indentStyle,
    indent_size: String(formatter.indentWidth),
    max_line_length: String(formatter.lineWidth),
    // Biome's own, unless biome.json says otherwise.
    end_of_line: formatter.lineEnding ?? 'lf',
  })
})
