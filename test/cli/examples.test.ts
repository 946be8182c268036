import { describe, expect, test } from 'vitest'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { helpExamples } from './help-examples.js'
import { split } from './shell-words.js'
import { run } from './ww.js'

const newFolder = useTemporaryFolders()

/** Every example of every `--help` is a promise. */
describe('the examples in the help', () => {
  test.concurrent.each(helpExamples)('ww %s', async (typed) => {
    expect(await run(newFolder(), split(typed))).toMatchObject({ code: 0, stderr: '' })
  })
})
