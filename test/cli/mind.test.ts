import { beforeAll, describe, expect, test } from 'vitest'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { json, run } from './ww.js'

const newFolder = useTemporaryFolders()

describe('ww mind', () => {
  let folder: string
  beforeAll(async () => {
    folder = newFolder()
    for (const record of ['region=North, product=Lamp, price=4.50', 'region=South, product=Chair, price=20']) {
      await json(folder, ['mind', 'store', record])
    }
  })
  const shown = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(folder, args)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return stdout
  }

  test('[GWT10] attend tells the answer first, then its evidence, then what is in mind', async () => {
    const lines = (await shown('attend', 'Which product has the highest price?')).split('\n')
    expect(lines.slice(0, 2)).toEqual(['Chair (20)', 'structured, from 1 piece of evidence'])
    expect(lines).toContain('In mind: 3 of 7')
    expect(lines.join('\n')).not.toMatch(/[{}]/)
    const explained = await shown('mind', 'explain')
    expect(explained).toMatch(/^The question was "Which product has the highest price\?"\./)
    expect(explained).not.toMatch(/[{}]/)
    expect(await shown('mind')).toContain('Which product has the highest price? Chair (20)')
  })

  test('[GWT6] [GWT8] resolve and collect tell the answer first', async () => {
    expect(await shown('mind', 'resolve', 'How many lamps are there?')).toMatch(
      /^1\nstructured, from 1 piece of evidence\n/,
    )
    expect(await shown('mind', 'resolve', 'Who slept?', '--planner', 'graph')).toMatch(/^No exact answer: no node/)
    expect(await shown('mind', 'collect', 'sum', '--metric', 'price')).toMatch(/^24\.5\nof 2 records\n {2}ent-/)
    expect(await shown('mind', 'collect', 'sum', '--metric', 'colour')).toMatch(/^0\.0\nNo record has colour\.\n/)
  })

  test('[GWT5] what a terminal would obey is shown, not sent', async () => {
    const keywords = ['--keywords', 'red\u001b[31m']
    for (const told of [await shown('mind', 'goal', 'Paint the fence', ...keywords), await shown('mind')]) {
      expect(told).toContain('red␛[31m')
      expect(told).not.toContain('\u001b')
    }
  })

  test('[GWT13] an export is its lines, fit for a file', async () => {
    const lines = (await shown('mind', 'export', '--memory-type', 'semantic')).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line).content)).toEqual([
      'region=North, product=Lamp, price=4.50',
      'region=South, product=Chair, price=20',
    ])
  })

  test('[GWT15] what wants to be confirmed says with which words, and which lines are bad', async () => {
    expect(await run(folder, ['mind', 'reset', 'persistent'])).toMatchObject({
      code: 1,
      stderr: 'ww: confirmation required: add --confirm RESET_PERSISTENT\n',
    })
    const replace = ['mind', 'restore', '{"content": null}', '--mode', 'replace', '--confirm', 'RESTORE_REPLACE']
    expect((await run(folder, replace)).stderr).toBe(
      'ww: a line is bad; nothing was changed\n  line 1 content must be a string\n',
    )
  })
})
