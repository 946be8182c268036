// `ww serve` with two things that its parent may turn: a gate that holds its work, and the clock. What is asked with
// the word "holdfast" stays at the gate until the parent opens it, as does what is to be remembered with the word
// "keepsake"; what is asked with "breakwater" cannot be looked for. Tells its address, and answers each command when done.
import { homedir } from 'node:os'
import { createStaticEmbedder } from '#ww/adapters/embedders/static/static-embedder.js'
import { readConfiguration } from '#ww/app/configuration/configuration.js'
import { serve } from '#ww/app/server/serve.js'

const embedder = createStaticEmbedder()
let aheadMs = 0
let gate
let open = () => {}

const commands = {
  hold() {
    gate ??= new Promise((resolve) => {
      open = resolve
    })
  },
  release() {
    open()
    gate = undefined
  },
  advance(milliseconds) {
    aheadMs += milliseconds
  },
  usage() {
    globalThis.gc?.()
    const { user, system } = process.cpuUsage()
    return { ...process.memoryUsage(), cpuMs: (user + system) / 1000 }
  },
}

commands.hold()
const configuration = readConfiguration(process.env, process.cwd(), process.platform, homedir())
const server = await serve(
  configuration,
  { host: '127.0.0.1', port: Number(process.env.TEST_PORT ?? 0) },
  {
    clock: { now: () => Date.now() + aheadMs },
    embedder: {
      identity: embedder.identity,
      dimensions: embedder.dimensions,
      async embed(texts) {
        if (texts.some((text) => text.includes('keepsake'))) await gate
        return embedder.embed(texts)
      },
      async embedQuery(text) {
        if (text.includes('holdfast')) await gate
        if (text.includes('breakwater')) throw new Error('out of order')
        return embedder.embedQuery(text)
      },
    },
    ...JSON.parse(process.env.TEST_PARTS ?? '{}'),
  },
)
process.on('message', ({ id, command, argument }) => process.send({ id, answer: commands[command](argument) }))
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => server.close().then(() => process.exit()))
// A parent that is gone needs no server.
process.once('disconnect', () => process.exit())
process.send({ url: server.url })
