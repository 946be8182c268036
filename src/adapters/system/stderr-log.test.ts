import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

/** In a process of its own, for the log writes to the file descriptor itself. */
function run(program: string) {
  const source = readFileSync(new URL('stderr-log.ts', import.meta.url), 'utf8')
  const { outputText } = ts.transpileModule(`${source}\n${program}`, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
  })
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', outputText], {
    encoding: 'utf8',
  })
  return { stdout, lines: stderr.split('\n').filter(Boolean), status }
}

describe('log on stderr', () => {
  test('writes a line of JSON to stderr at once, also right before an exit, and nothing to stdout', () => {
    const { stdout, lines, status } = run(`
      const log = createStderrLog({ level: 'info' })
      log.debug('unseen')
      log.info('started', { port: 8080 })
      log.error('broke', { error: new TypeError('why') })
      process.exit(3)
    `)
    expect(stdout).toBe('')
    expect(status).toBe(3)
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 30, msg: 'started', port: 8080, time: expect.stringMatching(/Z$/) }),
      expect.objectContaining({ level: 50, msg: 'broke', error: expect.objectContaining({ message: 'why' }) }),
    ])
  })

  test('does not load pino before the first line at its level', () => {
    const { stdout } = run(`
      const isLoaded = () => Object.keys(require.cache).some((path) => path.includes('pino'))
      const log = createStderrLog({ level: 'warn' })
      log.info('unseen')
      console.log(isLoaded())
      log.warn('seen')
      console.log(isLoaded())
    `)
    expect(stdout).toBe('false\ntrue\n')
  })

  test('silent writes nothing', () => {
    const { lines, status } = run(`createStderrLog({ level: 'silent' }).error('unseen')`)
    expect(lines).toEqual([])
    expect(status).toBe(0)
  })

  test('a stderr that nobody reads any more stops nothing', () => {
    const { stdout, status } = run(`
      const { closeSync } = await import('node:fs')
      closeSync(2)
      const log = createStderrLog({ level: 'info' })
      log.info('unread')
      log.info('unread')
      setTimeout(() => console.log('alive'), 50)
    `)
    expect(stdout).toBe('alive\n')
    expect(status).toBe(0)
  })
})
