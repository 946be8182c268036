// A program that uses the library: answers calls that its parent sends, until the parent lets go.
import { openWorldWeaver } from '#ww/index.js'

const mind = openWorldWeaver({ checksOutput: true })
process.on('message', async ({ id, name, input }) => {
  try {
    process.send({ id, answer: await mind.call(name, input) })
  } catch (error) {
    process.send({ id, error: { code: error.code, message: error.message } })
  }
})
process.once('disconnect', () => mind.close())
process.send('ready')
