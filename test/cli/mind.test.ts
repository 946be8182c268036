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
    expect(lines.slice(0, 2)).toEqual(['Chair (20)', 'structured · 1 piece of evidence'])
    expect(lines).toContain('In mind: 3 of 7')
    expect(lines.join('\n')).toMatch(/ {2}1 {2}▰+▱+ {2}0\.\d\d · \w+ · just now/)
    expect(lines.join('\n')).not.toMatch(/[{}]/)
    const explained = await shown('mind', 'explain')
    expect(explained).toMatch(/^The question was "Which product has the highest price\?"\./)
    expect(explained).not.toMatch(/[{}]/)
    expect(await shown('mind')).toContain('Which product has the highest price? Chair (20)')
  })

  test('[GWT6] [GWT8] resolve and collect tell the answer first', async () => {
    expect(await shown('mind', 'resolve', 'How many lamps are there?')).toMatch(
      /^1\nstructured · 1 piece of evidence\n/,
    )
    expect(await shown('mind', 'resolve', 'Who slept?', '--planner', 'graph')).toMatch(/^No exact answer: no relation/)
    expect(await shown('mind', 'collect', 'sum', '--metric', 'price')).toMatch(/^24\.5\n2 records\n {2}region=North, /)
    expect(await shown('mind', 'collect', 'sum', '--metric', 'colour')).toMatch(
      /^0\.0\nNo record has a field colour\.\n/,
    )
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
