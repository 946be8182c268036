// `npm run docs:picture`: draws the terminal output of a few real commands and checks it in a browser.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { checkPicture } from '../test/bench/check-picture.mjs'
import { loadSupport } from '../test/bench/load-support.mjs'
import { terminals } from './pictures/terminals.mjs'

const root = new URL('../', import.meta.url)
const main = fileURLToPath(new URL('dist/app/main.js', root))
const { drawTerminal } = await loadSupport('pictures/draw-terminal.ts')
const { terminal } = await loadSupport('pictures/terminal-grid.ts')

for (const { name, label, prepare, shown } of terminals) {
  const screen = capture(prepare, shown)
  const [path, svg] = [`docs/pictures/${name}.svg`, drawTerminal(screen, label)]
  const text = stripVTControlCharacters(screen)
  writeFileSync(new URL(path, root), svg)
  // The test compares the picture with this.
  writeFileSync(new URL(`docs/pictures/${name}.txt`, root), `${text}\n`)
  await checkPicture(path, svg, text)
}

/** The terminal's content after the commands, with an empty home folder. */
function capture(prepare, shown) {
  const home = mkdtempSync(join(tmpdir(), 'ww-picture-'))
  const env = {
    ...{ PATH: process.env.PATH, HOME: home, WW_DATA_DIR: join(home, 'data') },
    ...{ COLUMNS: String(terminal.columns), FORCE_COLOR: '1' },
  }
  const run = (args) => execFileSync(process.execPath, [main, ...args], { cwd: home, env, encoding: 'utf8' })
  const typed = (args) => ['ww', ...args.map((arg) => (arg.includes(' ') ? `"${arg}"` : arg))].join(' ')
  try {
    prepare(home, run)
    const parts = shown.map((args) => `\u001b[36m$\u001b[39m \u001b[1m${typed(args)}\u001b[22m\n${run(args)}`)
    return parts.join('\n').trimEnd()
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
