import { describe, expect, test } from 'vitest'
import { operations } from '#ww/operations/index.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { split } from './shell-words.js'
import { run } from './ww.js'

const newFolder = useTemporaryFolders()

/** Every example of every `--help` is a promise. */
describe('the examples in the help', () => {
  for (const { name, commandLine } of operations) {
    const command = 'command' in commandLine ? commandLine.command : name.replaceAll('_', '-')
    test.concurrent.each(commandLine.examples.map((example) => [`${command} ${example}`.trim()]))(
      'ww %s',
      async (typed) => {
        expect(await run(newFolder(), split(typed))).toMatchObject({ code: 0, stderr: '' })
      },
    )
  }
})
