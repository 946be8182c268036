import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { showProgress } from './progress.js'
import { describeTerminal } from './terminal.js'
import { marks } from './terminal-marks.js'

function stream(isTTY: boolean) {
  const written: string[] = []
  const writable = new Writable({
    write(chunk, _, done) {
      written.push(String(chunk))
      done()
    },
  })
  return { stderr: Object.assign(writable, { isTTY }), written }
}
const terminal = describeTerminal({}, {})

test('is drawn over one line, and leaves nothing behind', () => {
  const { stderr, written } = stream(true)
  const progress = showProgress(stderr, terminal)
  progress.show(0.42, '42 of 100 memories')
  progress.show(0.43, 'too soon to be drawn')
  progress.end()
  expect(written).toEqual([`${marks.clearLine}▰▰▰▰▱▱▱▱▱▱  42 % 42 of 100 memories`, marks.clearLine])
})

test('has no bar where nobody knows the end', () => {
  const { stderr, written } = stream(true)
  showProgress(stderr, terminal).show(undefined, '7 lines')
  expect(written).toEqual([`${marks.clearLine}7 lines`])
})

test('is not for files', () => {
  const { stderr, written } = stream(false)
  const progress = showProgress(stderr, terminal)
  progress.show(0.5, 'half')
  progress.end()
  expect(written).toEqual([])
})
