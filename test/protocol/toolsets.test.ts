import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { operations } from '#ww/operations/index.js'
import { environment, program } from '../support/program.js'
import { type Server, useServer } from '../support/server.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'

const temporaryFolder = useTemporaryFolders()
const aServer = (WW_TOOLSETS: string): Promise<Server> =>
  useServer({ dataDir: temporaryFolder(), env: { WW_TOOLSETS } })
const toolsOf = async ({ client }: Server) => (await client.listTools()).tools.map(({ name }) => name)

/** Of JSON, which tokenizers cut finer than prose: four characters of English are one token, three and a half of this. */
const tokensOf = (value: unknown): number => JSON.stringify(value).length / 3.5

describe('[OPS6] toolsets', () => {
  test('[OPS6] `core` takes under 1,500 tokens of tools/list', async () => {
    const server = await aServer('core')
    const answer = await server.client.listTools()
    const front = operations.filter(({ door }) => door === 'front').map(({ name }) => name)
    expect(answer.tools.map(({ name }) => name)).toEqual(front)
    expect(tokensOf(answer)).toBeLessThan(1_500)
  })

  test('[OPS6] a tool outside of the toolset is neither listed nor called', async () => {
    const server = await aServer('core,create_episode')
    const tools = await toolsOf(server)
    expect(tools).toContain('create_episode')
    expect(tools).not.toContain('recall_episodes')
    await server.ask('create_episode', { content: 'The bakery opens at six.' })
    expect(await server.ask('recall', { query: 'when does the bakery open?' })).toMatchObject({ total: 1 })
    await expect(server.call('recall_episodes', { query: 'bakery' })).rejects.toMatchObject({ code: -32602 })
    // Resources are no tools.
    expect((await server.client.readResource({ uri: 'memory://stats' })).contents).toHaveLength(1)
  })

  test('[OPS6] unset, every tool is listed', async () => {
    expect(await toolsOf(await aServer(''))).toEqual(operations.map(({ name }) => name))
  })

  test('[OPS6] the instructions speak of no door that is not offered', async () => {
    const [all, core, one] = [await aServer('all'), await aServer('core'), await aServer('memory_stats')]
    expect(all.client.getInstructions()).toContain('create_episode')
    expect(core.client.getInstructions()).toContain('`remember`')
    expect(core.client.getInstructions()).not.toContain('create_episode')
    expect(one.client.getInstructions()).toContain('long-term memory')
    expect(one.client.getInstructions()).not.toContain('`remember`')
  })

  test.each([['core,recal'], ['everything'], ['core;memory']])(
    '[OPS6] with WW_TOOLSETS=%s the server does not start, and says what there is',
    (WW_TOOLSETS) => {
      for (const args of [['mcp'], ['mcp', '--session', 'a']]) {
        const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
          env: environment(temporaryFolder(), { WW_TOOLSETS }),
          input: '',
          encoding: 'utf8',
        })
        expect(status).toBe(1)
        expect(stdout).toBe('')
        expect(stderr).toMatch(/WW_TOOLSETS: .* core, memory, workspace, review, all; the tools are remember, recall/)
      }
    },
  )
})
