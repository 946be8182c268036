import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createClient } from '#ww/surfaces/client/index.js'
import { useChatServer } from '../support/chat-server.js'
import { lacks } from '../support/parts.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { startWorkflowServer } from '../support/workflow-server.js'
import { commandsOf, runExample } from './installed-project.js'

const newFolder = useTemporaryFolders()
const readme = readFileSync('examples/README.md', 'utf8')

/** The chapter of an example in the README: its commands, and what it prints. */
function chapterOf(example: string): { readonly commands: string; readonly output: string } {
  const [, chapter = ''] = readme.split(`\n## [${example}](${example})\n`)
  const [, commands = '', output = ''] = /```sh[^\n]*\n(.*?)```.*?```text\n(.*?)```/s.exec(chapter) ?? []
  return { commands, output }
}

/** Figures of the ranking may change; that they are shown may not. */
const withoutFigures = (output: string) => output.replaceAll(/\d\.\d\d\b/g, '#.##')

function expectAsInReadme(example: string, { code, output }: { code: number | null; output: string }): void {
  expect(withoutFigures(output)).toBe(withoutFigures(chapterOf(example).output))
  expect(code).toBe(0)
}

/** `ww serve` with an empty memory. */
async function serve(): Promise<string> {
  const server = await startWorkflowServer({ dataDir: newFolder() })
  onTestFinished(async () => void (await server.stop()))
  return server.url
}

/** Where nobody listens any more. */
async function closedAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}

async function countMemories(url: string): Promise<number> {
  const { collections } = await createClient({ url }).call('memory_stats', {})
  return Object.values(collections).reduce((sum, count) => sum + count, 0)
}

/** How each file in `examples/` is run. */
const examples: Readonly<Record<string, () => void>> = {
  'agent.mjs': () => {
    test('the agent is told something in one conversation, and recalls it in the next', async () => {
      const model = await useChatServer(
        { calls: 'remember', input: { text: 'The staging database has moved to port 5433.' } },
        { says: 'I will remember that.' },
        { calls: 'recall', input: { query: 'Which port does the staging database use?' } },
        // It knows no more than the memory told it.
        ({ messages }) => {
          const { memories } = JSON.parse(messages.at(-1)!.content)
          return { says: `I was told: ${memories[0].content}` }
        },
      )
      const env = { LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'scripted', LLM_API_KEY: 'secret' }
      const ran = await runExample('agent.mjs', newFolder(), { env })
      expectAsInReadme('agent.mjs', ran)
      expect(ran.leftovers).toEqual([])

      const sent = model.requests.map(({ body }) => body)
      expect(sent.map(({ messages }) => messages.map(({ role }) => role))).toEqual([
        ['system', 'user'],
        ['system', 'user', 'assistant', 'tool'],
        ['system', 'user'],
        ['system', 'user', 'assistant', 'tool'],
      ])
      expect(sent[2]!.messages.map(({ content }) => content).join()).not.toContain('5433')
      expect(sent[0]!.messages[0]!.content).toContain('Recall before you answer anything')
      const offered = sent[0]!.tools!.map((tool) => tool.function.name)
      expect(offered).toEqual(['remember', 'recall', 'get_memory', 'correct', 'forget'])
      expect(model.requests[0]!.key).toBe('Bearer secret')
    })

    test('the model reads what was wrong with its call, and calls again', async () => {
      const model = await useChatServer(
        { calls: 'remember', input: { content: 'The staging database has moved to port 5433.' } },
        ({ messages }) => ({ says: messages.at(-1)!.content }),
      )
      const { output } = await runExample('agent.mjs', newFolder(), { env: { LLM_BASE_URL: model.baseUrl } })
      expect(output).toContain('text is required')
    })

    test('a language model that refuses is told in one line', async () => {
      const model = await useChatServer({ fails: 401 })
      const ran = await runExample('agent.mjs', newFolder(), { env: { LLM_BASE_URL: model.baseUrl } })
      expect(ran).toMatchObject({ code: 1, leftovers: [] })
      expect(ran.output.split('\n').slice(2)).toEqual([
        expect.stringMatching(/^The language model qwen3 at http:\S+ failed: cannot do: /),
        '',
      ])
    })
  },

  'library.mjs': () => {
    test('the library tells what holds now, what was known then, and what has to be reviewed', async () => {
      const ran = await runExample('library.mjs', newFolder())
      expectAsInReadme('library.mjs', ran)
      expect(ran.leftovers).toEqual([])
      // Rounded parts sum to the rounded score, but for what rounding takes.
      const [score, ...parts] = [...ran.output.matchAll(/^ {4}(\d\.\d\d) /gm)]
        .map(([, figure]) => Number(figure))
        .reverse()
      expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(score!, 1)
    })
  },

  'mcp-client.mjs': () => {
    test('the MCP client starts the server, lists its tools, remembers, corrects and recalls', async () => {
      const ran = await runExample('mcp-client.mjs', newFolder())
      expectAsInReadme('mcp-client.mjs', ran)
      expect(ran.leftovers).toEqual([])
    })
  },

  'rest.sh': () => {
    describe.skipIf(lacks('curl'))('with curl', () => {
      test('the shell remembers, corrects, is refused a mistake, and forgets all of it', async () => {
        const url = await serve()
        expectAsInReadme('rest.sh', await runExample('rest.sh', newFolder(), { args: [url] }))
        expect(await countMemories(url)).toBe(0)
      })

      test('without the server it ends at the first call, and says why', async () => {
        const { code, output } = await runExample('rest.sh', newFolder(), { args: [await closedAddress()] })
        expect(code).toBe(1)
        expect(output).toMatch(/^curl: \(7\).*\nremember failed: \n$/)
      })
    })
  },

  'team-server.mjs': () => {
    test('two people have keys, each sees only their own memories, and no key or a revoked one is refused', async () => {
      const ran = await runExample('team-server.mjs', newFolder())
      expectAsInReadme('team-server.mjs', ran)
      expect(ran.leftovers).toEqual([])
    })
  },

  'workflow-client.mjs': () => {
    test('[WSS2] [WSS5] the workflow asks back, is answered, resumes by cursor after a lost connection, and is cancelled', async () => {
      const url = await serve()
      expectAsInReadme('workflow-client.mjs', await runExample('workflow-client.mjs', newFolder(), { args: [url] }))
      expect(await countMemories(url)).toBe(0)
    })

    test('without the server it says so in one line', async () => {
      const { code, output } = await runExample('workflow-client.mjs', newFolder(), { args: [await closedAddress()] })
      expect(code).toBe(1)
      expect(output).toMatch(/^Cannot reach http:\S+: connect ECONNREFUSED .*\. Is `ww serve` running\?\n$/)
    })
  },
}

describe.each(Object.entries(examples))('%s', (example, describeExample) => {
  describeExample()

  test('the README shows the commands of its header', () => {
    expect(commandsOf(example)).not.toEqual([])
    expect(chapterOf(example).commands.trimEnd().split('\n')).toEqual(commandsOf(example))
  })
})

test('every file is run, and has a chapter in the README', () => {
  const files = readdirSync('examples').filter((name) => name !== 'README.md')
  expect(Object.keys(examples).sort()).toEqual(files.sort())
  expect([...readme.matchAll(/^## \[(.*)\]\(\1\)$/gm)].map(([, name]) => name).sort()).toEqual(files)
})
