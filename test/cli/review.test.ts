import { describe, expect, test } from 'vitest'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { json, run } from './ww.js'

const newFolder = useTemporaryFolders()
const office = ['Our office is at 12 Mill Street in Leeds.', 'Our office is at 40 Dock Road in Leeds now.'] as const

async function withOffices() {
  const folder = newFolder()
  const ids: string[] = []
  for (const text of office) ids.push((await json(folder, ['remember', text, '--answers', 'Where is our office?'])).id)
  return { folder, ids }
}
const isClosed = async (folder: string, id: string) => (await json(folder, ['get-memory', id])).valid_to !== null

describe('ww review', () => {
  test('[OPS7] a person answers one question at a time by keys, takes the last reply back, and answers anew', async () => {
    const { folder, ids } = await withOffices()
    const typed = (...keys: string[]) => run(folder, ['review'], { input: `${keys.join('\n')}\n` })
    const { code, stdout, stderr } = await typed('nonsense', 'r')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const text of office) expect(stdout).toContain(text)
    expect(stdout).toContain('r = the later replaces the earlier, b = both are true, u = unsure')
    expect(stdout).toContain('1 question settled.')
    const [, undo] = /Undo: ww (review --undo rv-\S+)/.exec(stdout)!
    expect(await isClosed(folder, ids[0]!)).toBe(true)
    expect((await run(folder, undo!.split(' '))).stdout).toContain('Taken back: 1 memory.')
    expect(await isClosed(folder, ids[0]!)).toBe(false)
    const back = await typed('r', 'z', 'b')
    expect(back.stdout).toContain('Taken back. It is asked again.')
    expect(back.stdout).toContain('1 question settled.')
    expect(await isClosed(folder, ids[0]!)).toBe(false)
    expect((await typed()).stdout).toBe('\n0 questions settled.\n')
  })

  test('[OPS7] with --json an agent gets items, replies on standard input, and takes a batch back', async () => {
    const { folder, ids } = await withOffices()
    const { items, left } = await json(folder, ['review'])
    expect({ topic: items[0].topic, left }).toEqual({ topic: 'replaces', left: 1 })
    const input = JSON.stringify([{ item: items[0].item, choice: 'replaces', quote: '40 Dock Road' }])
    const answer = await json(folder, ['review', '--replies', '-'], { input })
    expect(answer).toMatchObject({ refused: [], left: 0, items: [], applied: [{ choice: 'replaces' }] })
    expect(await isClosed(folder, ids[0]!)).toBe(true)
    const typed = answer.undo.command.split(' ').slice(1)
    expect(await json(folder, typed)).toMatchObject({ undone: [ids[0]], left: 1 })
    expect(await isClosed(folder, ids[0]!)).toBe(false)
  })

  test('[OPS7] replies that are no JSON, and a batch that is none, are refused', async () => {
    const folder = newFolder()
    expect(await run(folder, ['review', '--replies', 'yes'])).toMatchObject({ code: 1 })
    const { code, stderr } = await run(folder, ['review', '--undo', 'rv-none'])
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('rv-none not found') })
  })
})
