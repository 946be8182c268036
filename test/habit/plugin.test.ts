import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { claudeCodeHooks } from '#ww/adapters/clients/hooks.js'
import { serverEntry, serverName } from '#ww/adapters/clients/mcp-server.js'
import { bareEnvironment, json, main } from '../cli/ww.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const plugin = join(root, 'plugin')
const read = (...path: readonly string[]) => readFileSync(join(root, ...path), 'utf8')
const readJson = (...path: readonly string[]) => JSON.parse(read(...path))
const newFolder = useTemporaryFolders()

describe('[HOK10] the plugin', () => {
  test('[HOK10] the marketplace lists it, and it has the version of the package', () => {
    const marketplace = readJson('.claude-plugin', 'marketplace.json')
    const manifest = readJson('plugin', '.claude-plugin', 'plugin.json')
    expect(marketplace.plugins).toEqual([expect.objectContaining({ name: manifest.name, source: './plugin' })])
    expect(marketplace.owner.name).toBeTruthy()
    expect(manifest.version).toBe(readJson('package.json').version)
    // Kebab case: it becomes part of the names of its skills and tools.
    for (const name of [marketplace.name, manifest.name]) expect(name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
  })

  test('[HOK10] it starts the same server as ww connect, and has the same hooks', () => {
    const { mcpServers } = readJson('plugin', '.mcp.json')
    expect(mcpServers).toEqual({
      [serverName]: serverEntry(
        {
          platform: 'linux',
          node: '/usr/bin/node',
          program: '/home/ada/.npm/_npx/0/node_modules/world-weaver/dist/app/main.js',
          version: readJson('package.json').version,
          toolset: undefined,
        },
        undefined,
      ),
    })
    const { hooks } = readJson('plugin', 'hooks', 'hooks.json')
    const own = Object.fromEntries(
      claudeCodeHooks.map(({ event, moment, timeout }) => {
        const command = `node "\${CLAUDE_PLUGIN_ROOT}/scripts/hook.mjs" ${moment}`
        return [event, [{ hooks: [{ type: 'command', command, timeout }] }]]
      }),
    )
    expect(hooks).toEqual(own)
  })

  test('[HOK10] the skill has a name, says when to use it, and names tools that the plugin’s server offers', async () => {
    const text = read('plugin', 'skills', 'memory', 'SKILL.md')
    const [, front] = /^---\n([\s\S]*?)\n---\n/.exec(text)!
    expect(front).toMatch(/^name: memory\n/)
    expect(/^description: (.*)$/m.exec(front!)![1]!.length).toBeLessThanOrEqual(1024)
    const { operations } = await import('#ww/operations/index.js')
    const { selectOperations } = await import('#ww/app/configuration/toolsets.js')
    const names = selectOperations(operations, ['core']).map(({ name }) => name as string)
    for (const tool of ['recall', 'remember', 'correct', 'forget', 'get_memory']) {
      expect(names).toContain(tool)
      expect(text).toContain(`\`${tool}\``)
    }
  })

  test('[OPS7] [HOK10] /memory-review has a description, may run nothing but the review, and names what that takes', async () => {
    const text = read('plugin', 'commands', 'memory-review.md')
    const [, front] = /^---\n([\s\S]*?)\n---\n/.exec(text)!
    expect(front).toMatch(/^description: .{20,300}$/m)
    expect(front).toMatch(/^allowed-tools: Bash\(npx -y world-weaver@\S+ review:\*\)$/m)
    const commands = [...text.matchAll(/npx -y world-weaver@\S+ (\S+)/g)].map(([, command]) => command)
    expect(new Set(commands)).toEqual(new Set(['review:*)', 'review']))
    const { reviewMemory } = await import('#ww/operations/review/review-memory.js')
    const replies = JSON.parse(/^ *(\[\{.*\])$/m.exec(text)![1]!)
    expect(reviewMemory.input.safeParse({ replies }).success).toBe(true)
  })

  test('[HOK10] each of its commands works', async () => {
    const folder = newFolder()
    const said = 'We never deploy the billing service on Fridays.'
    await json(folder, ['remember', said], { env: { WW_PROJECT: 'shop' } })
    const habit = join(folder, 'data', 'habit')
    mkdirSync(habit, { recursive: true })
    writeFileSync(join(habit, 'program'), main)
    const { hooks } = readJson('plugin', 'hooks', 'hooks.json')
    for (const [event, groups] of Object.entries<{ hooks: { command: string }[] }[]>(hooks)) {
      const { command } = groups[0]!.hooks[0]!
      const { status, stdout, stderr } = spawnSync(command, {
        shell: true,
        encoding: 'utf8',
        input: JSON.stringify({
          hook_event_name: event,
          session_id: event,
          cwd: folder,
          prompt: 'deploy the billing service',
        }),
        env: {
          ...bareEnvironment(folder),
          WW_DATA_DIR: join(folder, 'data'),
          WW_PROJECT: 'shop',
          CLAUDE_PLUGIN_ROOT: plugin,
        },
      })
      expect({ event, status, stderr }).toEqual({ event, status: 0, stderr: '' })
      if (stdout !== '') expect(JSON.parse(stdout).hookSpecificOutput.hookEventName).toBe(event)
    }
  })
})
