import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { chatGptExport, writeClaudeCodeHistory } from '../support/histories.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { json, run } from './ww.js'

const newFolder = useTemporaryFolders()

function write(path: string, ...lines: readonly unknown[]): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'))
}

const prompt = (cwd: string, content: string, uuid: string) => ({
  type: 'user',
  uuid,
  sessionId: 's1',
  cwd,
  timestamp: '2026-01-05T10:00:00Z',
  message: { role: 'user', content },
})

/** A home with a session of Claude Code in a repository that is there, and one in a folder that is gone. */
function aHome(): string {
  const home = newFolder()
  const shop = join(home, 'shop')
  write(join(shop, '.git', 'HEAD'), 'ref: refs/heads/main')
  write(join(shop, '.git', 'config'), '[remote "origin"]', '  url = https://example.com/acme/shop.git')
  const projects = join(home, '.claude', 'projects')
  write(
    join(projects, 'shop', 's1.jsonl'),
    prompt(shop, 'The staging database listens on port 5433 since the move', 'u1'),
    'not a record',
    prompt('/nowhere/old-site', 'The old site is built with Hugo', 'u2'),
  )
  write(join(projects, 'shop', 's1', 'subagents', 'agent-a.jsonl'), prompt(shop, 'A task for a helper', 'u3'))
  write(join(projects, 'shop', 'memory', 'MEMORY.md'), '# Habits', '', 'Ada merges on Fridays only.')
  write(join(home, '.claude', 'CLAUDE.md'), '# Style', '', 'Tabs, never spaces.')
  return home
}

describe('ww import from other programs', () => {
  test('[COM13] [GWT14] Claude Code: project by the folder, or by its name when it is gone; bad lines are listed', async () => {
    const home = aHome()
    const told = await run(home, ['import', 'claude-code'])
    expect(told.code).toBe(1)
    expect(told.stdout).toContain('Added 4 memories.')
    expect(told.stdout.replace(/\s+/g, '')).toContain('s1.jsonl:2:isnotaJSONobject')
    const lines = (await run(home, ['export', '--project', '*'])).stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ content, project, source }) => [content, project, source]).sort()).toEqual([
      ['Habits\n\nAda merges on Fridays only.', 'acme/shop', 'import:claude-code'],
      ['Style\n\nTabs, never spaces.', null, 'import:claude-code'],
      ['The old site is built with Hugo', 'old-site', 'import:claude-code'],
      ['The staging database listens on port 5433 since the move', 'acme/shop', 'import:claude-code'],
    ])
    expect(lines.find(({ content }) => content.includes('5433'))).toMatchObject({
      happened_at: '2026-01-05T10:00:00.000Z',
      facets: { context: { speaker: 'user' } },
    })
  })

  test('[COM13] what was said in a folder with .wwignore is left out', async () => {
    const home = aHome()
    write(join(home, 'shop', '.wwignore'), '')
    await run(home, ['import', 'claude-code'])
    const { stdout } = await run(home, ['export', '--project', '*'])
    expect(stdout).toContain('The old site')
    expect(stdout).not.toContain('staging database')
  })

  test('[GWT14] twice is once, a dry run changes nothing, and another place can be named', async () => {
    const home = newFolder()
    const { memories } = writeClaudeCodeHistory(home, { bytes: 50_000 })
    const elsewhere = { CLAUDE_CONFIG_DIR: join(home, '.claude'), HOME: newFolder() }
    expect(await json(home, ['import', 'claude-code', '--dry-run'], { env: elsewhere })).toMatchObject({
      status: 'dry_run',
      imported_count: memories,
    })
    expect(await json(home, ['import', 'claude-code', join(home, '.claude')])).toMatchObject({
      imported_count: memories,
    })
    expect(await json(home, ['import', 'claude-code'])).toMatchObject({
      imported_count: 0,
      skipped_duplicate_count: memories,
    })
  })

  test('[REC6] the turns of a session are scenes of up to 64, none of two sessions', async () => {
    const home = newFolder()
    const turns = (session: string, count: number) =>
      Array.from({ length: count }, (_, turn) => ({
        ...prompt('/nowhere/site', `Turn ${turn} of ${session}`, `${session}-${turn}`),
        sessionId: session,
      }))
    const projects = join(home, '.claude', 'projects', 'site')
    write(join(projects, 'one.jsonl'), ...turns('one', 150))
    write(join(projects, 'two.jsonl'), ...turns('two', 3))
    await run(home, ['import', 'claude-code'])
    const exported = (await run(home, ['export', '--project', '*'])).stdout.trim().split('\n')
    const sizes = new Map<string, number>()
    for (const { scene, content } of exported.map((line) => JSON.parse(line))) {
      const key = `${scene} ${content.split(' ').at(-1)}`
      sizes.set(key, (sizes.get(key) ?? 0) + 1)
    }
    expect([...sizes.values()]).toEqual([64, 64, 22, 3])
  })

  test('[GWT14] an archive is read as it is; what it holds is the same as unpacked', async () => {
    const home = newFolder()
    const conversations = [...chatGptExport({ bytes: 20_000 })].join('')
    write(join(home, 'conversations.json'), conversations)
    writeFileSync(join(home, 'export.zip'), zipOf({ 'chat.html': '<html>', 'data/conversations.json': conversations }))
    const { imported_count } = await json(home, ['import', 'chatgpt', join(home, 'export.zip')])
    expect(imported_count).toBeGreaterThan(30)
    expect(await json(home, ['import', 'chatgpt', join(home, 'conversations.json')])).toMatchObject({
      imported_count: 0,
      skipped_duplicate_count: imported_count,
    })
    writeFileSync(join(home, 'broken.zip'), readFileSync(join(home, 'export.zip')).subarray(0, 200))
    expect((await run(home, ['import', 'chatgpt', join(home, 'broken.zip')])).stderr).toContain('not a ZIP archive')
  })

  test('[GWT14] server-memory: entities with what is known about them, joined', async () => {
    const home = newFolder()
    write(
      join(home, 'memory.jsonl'),
      { type: 'entity', name: 'Ada', entityType: 'person', observations: ['prefers tabs'] },
      { type: 'entity', name: 'Shop', entityType: 'project', observations: [] },
      { type: 'relation', from: 'Ada', to: 'Shop', relationType: 'works_on' },
    )
    expect(await json(home, ['import', 'server-memory', join(home, 'memory.jsonl')])).toMatchObject({
      imported_count: 3,
      unconnected_count: 0,
    })
    const lines = (await run(home, ['export'])).stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.flatMap(({ edges }) => edges.map(({ type }: { type: string }) => type)).sort()).toEqual([
      'LINKED_TO',
      'WORKS_ON',
    ])
    expect(await json(home, ['import', 'server-memory', join(home, 'memory.jsonl')])).toMatchObject({
      imported_count: 0,
      skipped_duplicate_count: 3,
    })
  })

  test('[GWT14] says what is missing: a path, anything at all, or a program of that name', async () => {
    const home = newFolder()
    expect((await run(home, ['import', 'chatgpt'])).stderr).toContain('path is needed')
    expect((await run(home, ['import', 'codex'])).stderr).toContain('Found nothing of codex in the default place')
    expect((await run(home, ['import', 'chatgpt', 'gone.zip'])).stderr).toContain('There is nothing at')
    expect((await run(home, ['import', 'cursor', 'here'])).stderr).toContain('must be one of claude-code')
    expect((await run(home, ['import', 'codex', '--kind', 'note'])).stderr).toContain('--kind is for JSON Lines')
  })
})

describe('ww try', () => {
  test('[COM4] answers from the history, leaves no store behind, and changes nothing of the history', async () => {
    const home = aHome()
    const temporary = newFolder()
    const before = readFileSync(join(home, '.claude', 'projects', 'shop', 's1.jsonl'), 'utf8')
    const { code, stdout } = await run(home, ['try', 'which port does staging use?'], { env: { TMPDIR: temporary } })
    expect(code).toBe(0)
    expect(stdout).toContain('4 memories of your own')
    expect(stdout).toContain('acme/shop (2), old-site (1)')
    expect(stdout).toContain('port 5433')
    expect(stdout).not.toContain('--min-relevance')
    expect(stdout).toMatch(/To keep it, and to give it to your agent:\n {2}ww import claude-code\n {2}ww connect\n$/)
    expect(readdirSync(temporary)).toEqual([])
    expect(readdirSync(home)).not.toContain('data')
    expect(readFileSync(join(home, '.claude', 'projects', 'shop', 's1.jsonl'), 'utf8')).toBe(before)
  })

  /** A history in which something was asked and answered. */
  function aTalk(): string {
    const home = newFolder()
    let number = 0
    const says = (type: string, text: string) => ({
      ...prompt('/nowhere/shop', text, `t${number++}`),
      type,
      message: { role: type, content: type === 'user' ? text : [{ type: 'text', text }] },
    })
    write(
      join(home, '.claude', 'projects', 'shop', 's1.jsonl'),
      says('user', 'why do stripe webhooks fail with 401 since the deploy?'),
      says('assistant', "I'll look at the webhook handler first."),
      says(
        'assistant',
        'The signature is computed over the raw body, but `express.json()` runs first.\nSo it is parsed.',
      ),
      says('user', 'continue'),
      says('assistant', 'Done.'),
      says('user', 'which queue do we use for the invoice mails, and why?'),
      says('assistant', 'A `jobs` table in Postgres with SKIP LOCKED, because 200 mails an hour do not need Redis.'),
      says('user', 'what is a monad?'),
      says('assistant', 'Ask somebody else about that, please, at any time of the day.'),
    )
    return home
  }

  test('[HOK28] proposes questions that this history answers, each with the beginning of its answer', async () => {
    const { stdout } = await run(aTalk(), ['try'])
    await expect(stdout).toMatchFileSnapshot('golden/try-questions.txt')
    const { questions } = await json(aTalk(), ['try'])
    expect(questions.map(({ question }: { question: string }) => question)).toEqual([
      'which queue do we use for the invoice mails, and why?',
      'why do stripe webhooks fail with 401 since the deploy?',
    ])
    expect(questions[1].answer).toContain('raw body')
  })

  test('[HOK28] a history that answers nothing says what to do instead', async () => {
    const { stdout } = await run(aHome(), ['try'])
    expect(stdout.replace(/\s+/g, ' ')).toContain('too little in it to propose a question that it answers')
    expect(stdout).toContain('ww connect')
  })

  test('[HOK27] turns that say nothing are not taken; an answer carries its question', async () => {
    const home = aTalk()
    await run(home, ['import', 'claude-code'])
    const lines = (await run(home, ['export', '--project', '*'])).stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const contents = lines.map(({ content }) => content)
    expect(contents).not.toContain('continue')
    expect(contents).not.toContain('Done.')
    expect(contents).not.toContain("I'll look at the webhook handler first.")
    expect(lines.find(({ content }) => content.startsWith('A `jobs` table')).facets.context).toEqual({
      speaker: 'assistant',
      asked: 'which queue do we use for the invoice mails, and why?',
    })
  })

  test('the first screens are pinned', async () => {
    const [home, empty] = [aHome(), newFolder()]
    const [help, summary, nothing] = [
      await run(empty, ['try', '--help']),
      await run(home, ['try', 'which port does staging use?']),
      await run(empty, ['try']),
    ]
    await expect(help.stdout).toMatchFileSnapshot('golden/help-try.txt')
    await expect(summary.stdout).toMatchFileSnapshot('golden/try.txt')
    await expect(nothing.stdout).toMatchFileSnapshot('golden/try-without-history.txt')
  })

  test('[COM4] as many questions as come in; JSON is one object', async () => {
    const home = aHome()
    const { stdout } = await run(home, ['try'], {
      input: 'which port does staging use?\nwhat is the old site built with?\n',
    })
    expect(stdout).toMatch(/port 5433[\s\S]*built with Hugo/)
    expect(await json(home, ['try', 'which port?'])).toMatchObject({
      status: 'ok',
      sources: [{ source: 'claude-code', files: 3, memories: 4, unreadable: 1 }],
      answer: { memories: expect.arrayContaining([expect.objectContaining({ project: 'acme/shop' })]) },
    })
  })

  test('[COM4] without a history it offers the demo', async () => {
    const home = newFolder()
    expect((await run(home, ['try'])).stdout).toContain('"ww demo" shows a short story instead')
    expect(await json(home, ['try'])).toMatchObject({ status: 'no_history', hint: 'ww demo' })
  })
})

/** An archive with a directory at its end, as every program writes it; the reader does not look at checksums. */
function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const [parts, directory]: [Buffer[], Buffer[]] = [[], []]
  let at = 0
  for (const [name, text] of Object.entries(files)) {
    const packed = deflateRawSync(text)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(Buffer.byteLength(text), 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    parts.push(local, Buffer.from(name), packed)
    directory.push(entry, Buffer.from(name))
    at += local.length + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, ...directory, end])
}
