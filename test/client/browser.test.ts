import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type * as ClientModule from '#ww/surfaces/client/index.js'
import { useServed } from '../support/access.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'

/** As a bundler puts it into a page. */
async function bundle(format: 'iife' | 'esm') {
  const build = await rolldown({ input: 'dist/surfaces/client/index.js', platform: 'browser' })
  const { output } = await build.generate({ format, name: 'client', minify: true })
  await build.close()
  return output
}

describe('the client in a page', () => {
  const served = useServed()
  const newFolder = useTemporaryFolders()
  const page = 'https://app.example.org'

  test('is one small file that needs nothing else', async () => {
    const output = await bundle('esm')
    expect(output).toHaveLength(1)
    const [{ code, imports, dynamicImports }] = output
    expect([imports, dynamicImports]).toEqual([[], []])
    expect(code.length).toBeLessThan(10_000)
    expect(gzipSync(code).length).toBeLessThan(4_000)
  })

  test('has types for a page, strictly read and without those of Node.js', { timeout: 120_000 }, () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(process.cwd(), join(folder, 'node_modules', 'world-weaver'), 'junction')
    const compilerOptions = {
      noEmit: true,
      strict: true,
      target: 'es2022',
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2022', 'dom'],
      types: [],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['page.ts'] }))
    writeFileSync(
      join(folder, 'page.ts'),
      `import { createClient, type OutputOf } from 'world-weaver/client'
       const client = createClient({ url: 'http://localhost:8000', WebSocket, fetch })
       const signal = AbortSignal.timeout(1_000)
       const found: OutputOf<'recall'> = await client.call('recall', { query: 'kettle' }, { signal })
       document.title = found.memories.map(({ content }) => content).join()
       // @ts-expect-error: there is no such operation
       await client.call('recal', { query: 'kettle' })`,
    )
    const tsc = join(process.cwd(), 'node_modules', 'typescript', 'bin', 'tsc')
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' })
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
  })

  /** What pages have, and nothing of Node's; every request tells the page that it comes from. */
  async function openPage(origin: string): Promise<typeof ClientModule> {
    const [{ code }] = await bundle('iife')
    class PageSocket extends WebSocket {
      constructor(url: string, protocols: string[]) {
        super(url, protocols, { origin })
      }
    }
    const sandbox: Record<string, unknown> = {
      fetch: (address: URL, init: RequestInit) =>
        fetch(String(address), { ...init, headers: { ...(init.headers as Record<string, string>), origin } }),
      WebSocket: PageSocket,
      URL,
      AbortController,
      setTimeout,
      clearTimeout,
      performance,
    }
    createContext(sandbox, { codeGeneration: { strings: false, wasm: false } })
    runInContext(code, sandbox)
    expect(runInContext('[typeof process, typeof Buffer, typeof require, typeof global].join()', sandbox)).toBe(
      Array(4).fill('undefined').join(),
    )
    return runInContext('client', sandbox)
  }

  test('[COM3] [WSS6] calls, follows and asks, from an origin that was allowed, with its key', async () => {
    const server = await served.start({ env: { WW_AUTH: 'required', WW_ALLOWED_ORIGINS: page } })
    const { createClient } = await openPage(page)
    const client = createClient({ url: server.url, key: (await server.create()).token })
    const { id } = await client.call('remember', { text: 'The best product for hiking is the Alpine boot.' })
    const { memories } = await client.call('recall', { query: 'What is best for hiking?' })
    expect(memories.map((memory) => memory.id)).toEqual([id])
    const asked = await client.workflow.ask("What's the best product?", { onQuestion: () => 'for hiking' })
    expect(asked).toMatchObject({ status: 'completed', memories: [{ id }] })
    const types: string[] = []
    for await (const { type } of client.workflow.follow(asked.workflow_id, { cursor: 0 })) types.push(type)
    expect(types).toEqual(['progress', 'status', 'progress', 'progress', 'memories', 'complete'])
  })

  test('[COM8] any other origin is refused, and told so at once', async () => {
    const server = await served.start({ env: { WW_ALLOWED_ORIGINS: page } })
    const { createClient, WorldWeaverError } = await openPage('https://evil.example')
    const client = createClient({ url: server.url })
    const refused = { code: 'forbidden' }
    const error = await client.call('memory_stats', {}).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(WorldWeaverError)
    expect(error).toMatchObject(refused)
    const stream = client.workflow.follow(crypto.randomUUID())[Symbol.asyncIterator]()
    await expect(stream.next()).rejects.toMatchObject(refused)
  })
})
