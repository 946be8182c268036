// Draws the pictures in docs/pictures: what a few real commands print in a terminal, colours included.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../dist/app/main.js', import.meta.url))
const columns = 84
const daysAgo = (days) => new Date(Date.now() - days * 86_400_000).toISOString()

const pictures = [
  {
    name: 'recall',
    label: 'A terminal: ww remember, then ww recall with its reasons, then a question nothing is known about.',
    prepare: (_, run) =>
      [
        ['remember', 'Mira purchased a cheap used car.', '--timestamp', daysAgo(9)],
        ['remember', 'Mira prefers tabs over spaces.', '--kind', 'note', '--timestamp', daysAgo(6)],
        ['remember', 'Checkout failed with ECONNREFUSED until we restarted the gateway.', '--timestamp', daysAgo(4)],
      ].forEach(run),
    shown: [
      ['remember', 'The web shop now uses port 8443', '--tags', 'infra'],
      ['recall', 'which port does the web shop use?'],
      ['recall', 'has she bought an inexpensive automobile?', '--explain'],
      ['recall', 'when is the dentist appointment?'],
    ],
  },
  {
    name: 'try',
    label: 'A terminal: ww try finds an answer in past sessions of Claude Code and says how to keep it.',
    prepare: writeSessions,
    shown: [['try', 'which port does Postgres use on CI?']],
  },
]

/** Two projects of somebody who has worked with Claude Code. */
function writeSessions(home) {
  const sessions = {
    shop: [
      ['user', 'We use Postgres 16 for the shop, not MySQL. Please set up migrations.'],
      ['assistant', 'Done with node-pg-migrate; `make ship` runs them before each deployment.'],
      ['user', 'The migration failed on CI with ECONNREFUSED.'],
      ['assistant', 'The migration failed because Postgres listens on 5433 there: PGPORT was not set in ci.yml.'],
    ],
    blog: [
      ['user', 'Deploy the blog with `fly deploy`, it is no container.'],
      ['assistant', 'Noted. The theme of the blog lives in src/theme.css.'],
    ],
  }
  for (const [project, turns] of Object.entries(sessions)) {
    const [cwd, folder] = [join(home, project), join(home, '.claude', 'projects', project)]
    mkdirSync(folder, { recursive: true })
    const lines = turns.map(([type, content], turn) =>
      JSON.stringify({
        ...{ type, cwd, sessionId: project, uuid: `${project}-${turn}`, timestamp: daysAgo(12 - turn / 100) },
        message: { role: type, content },
      }),
    )
    writeFileSync(join(folder, 'session.jsonl'), lines.join('\n'))
  }
}

const escapeCodes = new RegExp(`(${String.fromCharCode(27)}\\[\\d+m)`)
const [cell, line, margin] = [8.4, 19, 18]
const colours = { 31: '#ff7b72', 32: '#7ee787', 33: '#e3b341', 36: '#79c0ff' }
const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Each stretch of one look gets its own place, so that no font can shift the columns. */
function draw(text) {
  const look = { bold: false, dim: false, colour: '#e6edf3' }
  const stretches = []
  text.split('\n').forEach((row, y) => {
    let column = 0
    for (const part of row.split(escapeCodes)) {
      if (escapeCodes.test(part)) apply(look, Number.parseInt(part.slice(2), 10))
      else if (part !== '') {
        const attributes = [
          `x="${(margin + column * cell).toFixed(1)}"`,
          `y="${margin + 34 + y * line}"`,
          `fill="${look.colour}"`,
          `textLength="${([...part].length * cell).toFixed(1)}"`,
          ...(look.bold ? ['font-weight="bold"'] : []),
          ...(look.dim ? ['opacity="0.6"'] : []),
        ]
        if (part.trim() !== '')
          stretches.push(`<text ${attributes.join(' ')}>${part.replace(/[&<>]/g, (each) => escapes[each])}</text>`)
        column += [...part].length
      }
    }
  })
  return stretches.join('\n')
}

function apply(look, code) {
  if (code === 1) look.bold = true
  else if (code === 2) look.dim = true
  else if (code === 22) look.bold = look.dim = false
  else look.colour = colours[code] ?? '#e6edf3'
}

function toPicture(screen, label) {
  const rows = screen.split('\n').length
  const [width, height] = [Math.ceil(columns * cell + 2 * margin), rows * line + 2 * margin + 26]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
<rect width="${width}" height="${height}" rx="10" fill="#0d1117"/>
<circle cx="22" cy="20" r="6" fill="#ff5f57"/><circle cx="42" cy="20" r="6" fill="#febc2e"/><circle cx="62" cy="20" r="6" fill="#28c840"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" xml:space="preserve">
${draw(screen)}
</g>
</svg>
`
}

for (const { name, label, prepare, shown } of pictures) {
  const folder = mkdtempSync(join(tmpdir(), 'ww-picture-'))
  const dataDir = join(folder, 'data')
  const env = { PATH: process.env.PATH, HOME: folder, WW_DATA_DIR: dataDir, COLUMNS: String(columns), FORCE_COLOR: '1' }
  const run = (args) => execFileSync(process.execPath, [main, ...args], { cwd: folder, env, encoding: 'utf8' })
  const typed = (args) => ['ww', ...args.map((arg) => (arg.includes(' ') ? `"${arg}"` : arg))].join(' ')
  let screen = ''
  try {
    prepare(folder, run)
    for (const args of shown) screen += `\u001b[36m$\u001b[39m \u001b[1m${typed(args)}\u001b[22m\n${run(args)}\n`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  writeFileSync(
    fileURLToPath(new URL(`../docs/pictures/${name}.svg`, import.meta.url)),
    toPicture(screen.trimEnd(), label),
  )
}
