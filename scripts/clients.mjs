// `npm run test:clients`: the real clients from npm, in a home of their own, against a model that is scripted here.
// Each is connected, listed by its own command, given a prompt, examined and disconnected; then the program is broken.
// `-- --prefix <folder>` uses clients that are installed there, `-- --only gemini` tries one.
import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { startScriptedModel } from './clients/scripted-model.mjs'

const root = join(import.meta.dirname, '..')
const packages = ['@anthropic-ai/claude-code', '@openai/codex', '@google/gemini-cli', 'opencode-ai']
const { values } = parseArgs({ options: { prefix: { type: 'string' }, only: { type: 'string' } } })
const place = realpathSync(mkdtempSync(join(tmpdir(), 'world-weaver-clients-')))
const prefix = values.prefix ?? join(place, 'npm')
const program = join(place, 'installed', 'dist', 'app', 'main.js')
const model = await startScriptedModel()
const failures = []

/** A hook that is too late says nothing, and a busy machine makes it late: then the prompt is sent again. */
const tries = 6
const prompt = 'Which port does the staging database use?'
const secretOfMemory = '54330'

const all = [
  {
    id: 'claude-code',
    command: 'claude',
    list: ['mcp', 'list'],
    listed: /world-weaver:.*(?:✓|✔)/,
    broken: /world-weaver:.*(?:✗|✘)/,
    ask: ['-p', prompt, '--output-format', 'json'],
    env: {
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    },
  },
  {
    id: 'codex',
    command: 'codex',
    list: ['mcp', 'list'],
    // It says what is configured, and does not start it.
    listed: /world-weaver.*enabled/,
    ask: ['exec', '--skip-git-repo-check', '--dangerously-bypass-hook-trust', prompt],
    env: { OPENAI_API_KEY: 'none', LOCAL_KEY: 'none' },
    settings: (home) =>
      write(
        join(home, '.codex', 'config.toml'),
        `model = "scripted"\nmodel_provider = "local"\n\n[model_providers.local]\nname = "local"\nbase_url = "${model.url}/v1"\nwire_api = "responses"\nenv_key = "LOCAL_KEY"\n`,
      ),
  },
  {
    id: 'gemini',
    command: 'gemini',
    list: ['mcp', 'list'],
    listed: /(?:✓|✔).*world-weaver|world-weaver.*Connected/,
    broken: /(?:✗|✘).*world-weaver|world-weaver.*Disconnected/,
    ask: ['-p', prompt, '-m', 'gemini-2.5-flash'],
    recall: 'mcp_world-weaver_recall',
    env: { GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: model.url, GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    settings: (home) =>
      write(
        join(home, '.gemini', 'settings.json'),
        `${JSON.stringify({ security: { auth: { selectedType: 'gemini-api-key' } } }, null, 2)}\n`,
      ),
  },
  {
    id: 'opencode',
    command: 'opencode',
    list: ['mcp', 'list'],
    listed: /(?:✓|✔).*world-weaver/,
    broken: /(?:✗|✘).*world-weaver/,
    ask: ['run', '-m', 'anthropic/scripted', prompt],
    env: { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' },
    settings: (home) =>
      write(
        join(home, '.config', 'opencode', 'opencode.json'),
        `${JSON.stringify({ provider: { anthropic: { options: { baseURL: `${model.url}/v1`, apiKey: 'none' }, models: { scripted: { name: 'scripted' } } } } }, null, 2)}\n`,
      ),
  },
]

const clients = all.filter(({ id }) => values.only === undefined || values.only === id)

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** Answers also for a program that fails. */
const run = (file, args, { home, cwd = home, env = {}, timeout = 120_000 }) =>
  new Promise((resolve) => {
    const own = { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, HOME: home, TERM: 'dumb', NO_COLOR: '1' }
    const child = execFile(
      file,
      args,
      { cwd, env: { ...own, ...env }, timeout, maxBuffer: 2 ** 26 },
      (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : (error.code ?? error.signal), said: `${stdout}${stderr}` }),
    )
    child.stdin.end()
  })

const ww = (home, ...args) => run(process.execPath, [program, ...args], { home })

function check(what, isSo, said = '') {
  process.stdout.write(`  ${isSo ? '✓' : '✗'} ${what}\n`)
  if (!isSo) failures.push(`${what}\n${said.trim().split('\n').slice(-12).join('\n')}`)
}

/** Settings of clients, and nothing of what they note about themselves. */
function settingsIn(home) {
  const files = [
    '.claude.json',
    '.claude/settings.json',
    '.codex/config.toml',
    '.codex/hooks.json',
    '.gemini/settings.json',
    '.gemini/policies/world-weaver.toml',
    '.config/opencode/opencode.json',
    '.config/opencode/plugins/world-weaver.js',
  ]
  return Object.fromEntries(
    files.map((file) => [file, existsSync(join(home, file)) ? readFileSync(join(home, file), 'utf8') : null]),
  )
}

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other)

async function tryClient({ id, command, list, listed, ask, recall, env, settings }) {
  process.stdout.write(`${id}\n`)
  const home = join(place, id)
  mkdirSync(home, { recursive: true })
  settings?.(home)
  const client = (args) => run(join(prefix, 'node_modules', '.bin', command), args, { home, env })
  await ww(home, 'remember', `The staging database listens on port ${secretOfMemory}`)
  const before = settingsIn(home)
  const connected = await ww(home, 'connect', id)
  check(
    `connect says that ${id} is connected`,
    connected.code === 0 && connected.said.includes('and World Weaver answers'),
    connected.said,
  )
  const shown = await client(list)
  check(`${command} ${list.join(' ')} lists it as connected`, listed.test(shown.said), shown.said)

  let isBrought = false
  let last = ''
  for (let at = 0; at < tries && !isBrought; at++) {
    model.requests.length = 0
    last = (await client(ask)).said
    isBrought = model.requests.some((request) => request.includes(secretOfMemory))
  }
  check(`its hook's text reaches the model's request`, isBrought, `${model.requests.length} requests\n${last}`)

  if (recall !== undefined) {
    // Nobody is there to be asked: without the permission the call is refused.
    const called = async () => {
      model.requests.length = 0
      model.wish.call = { name: recall, args: { query: prompt } }
      const { said } = await client(ask)
      model.wish.call = undefined
      const answers = model.requests.filter((request) => request.includes('"functionResponse"'))
      return {
        said,
        isAnswered: answers.some((request) => request.split('"functionResponse"')[1].includes(secretOfMemory)),
      }
    }
    check('its model may not recall without asking', !(await called()).isAnswered)
    await ww(home, 'connect', id, '--allow-reading')
    const allowed = await called()
    check('with --allow-reading it may', allowed.isAnswered, allowed.said)
  }

  const doctor = await ww(home, 'doctor')
  check(
    'doctor finds it well',
    /✓ (?:Claude Code|Codex CLI|Gemini CLI|OpenCode) /.test(doctor.said) && !doctor.said.includes('✗'),
    doctor.said,
  )
  await ww(home, 'disconnect', id)
  check(
    'disconnected, nothing of it is left',
    !JSON.stringify(Object.values(settingsIn(home))).includes('world-weaver'),
    JSON.stringify(settingsIn(home)),
  )
  // Clients write their settings, too: byte for byte is asked while they do not run.
  const settled = settingsIn(home)
  await ww(home, 'connect', id, '--no-check')
  await ww(home, 'disconnect', id)
  check('connect and disconnect leave every byte', isSame(settingsIn(home), settled))
  if (id === 'codex')
    check('also after it was used', isSame(settingsIn(home)['.codex/hooks.json'], before['.codex/hooks.json']))
}

async function tryBroken() {
  process.stdout.write('a program that was moved away\n')
  const home = (id) => join(place, id)
  for (const { id } of clients) await ww(home(id), 'connect', id)
  renameSync(join(place, 'installed'), join(place, 'moved'))
  const moved = (id, ...args) =>
    run(process.execPath, [join(place, 'moved', 'dist', 'app', 'main.js'), ...args], { home: home(id) })
  for (const { id, command, list, broken, env } of clients) {
    const doctor = await moved(id, 'doctor')
    check(
      `doctor says that ${id} cannot start it`,
      doctor.code === 1 && doctor.said.includes('cannot start World Weaver'),
      doctor.said,
    )
    if (broken === undefined) continue
    const shown = await run(join(prefix, 'node_modules', '.bin', command), list, { home: home(id), env })
    check(`${command} ${list.join(' ')} shows it as broken`, broken.test(shown.said), shown.said)
  }
  // Now the program that connects is itself incomplete.
  rmSync(join(place, 'moved', 'models'), { recursive: true })
  for (const { id } of clients) {
    const settings = settingsIn(home(id))
    const connected = await moved(id, 'connect', id)
    check(
      `connect says why ${id} is not connected`,
      connected.code === 1 && /is not connected, because/.test(connected.said),
      connected.said,
    )
    check('and leaves every byte', isSame(settingsIn(home(id)), settings))
  }
}

try {
  if (values.prefix === undefined) {
    process.stdout.write(`Installing ${packages.join(', ')} …\n`)
    const installed = await run('npm', ['install', '--no-audit', '--no-fund', '--prefix', prefix, ...packages], {
      home: process.env.HOME,
      // A gigabyte; half an hour is enough also on a busy machine.
      timeout: 1_800_000,
    })
    if (installed.code !== 0) throw new Error(`npm install ended with ${installed.code}: ${installed.said}`)
  }
  for (const name of readdirSync(root).filter((each) => ['dist', 'models', 'kernel', 'package.json'].includes(each)))
    cpSync(join(root, name), join(place, 'installed', name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(place, 'installed', 'node_modules'))
  for (const client of clients) await tryClient(client)
  await tryBroken()
} finally {
  model.close()
  rmSync(place, { recursive: true, force: true, maxRetries: 10 })
}
for (const failure of failures) process.stderr.write(`\n✗ ${failure}\n`)
process.stdout.write(failures.length === 0 ? '\nAll is well.\n' : `\n${failures.length} failed.\n`)
process.exit(failures.length === 0 ? 0 : 1)
