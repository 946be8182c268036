// The bare framework in a process of its own: what answering costs before anything is remembered.
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'

const app = new Hono()
app.post('/tools/:name', async (context) => {
  await context.req.json()
  return context.json({ hello: context.req.param('name') })
})
const server = createServer(getRequestListener(app.fetch))
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}\n`))
