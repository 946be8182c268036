import { beforeAll, describe, expect, test } from 'vitest'
import { isOnPostgres } from '../../support/engine.js'
import { isValidationError, type Mind, refusal, useMinds } from '../../support/minds.js'
import { exportLines, importLines, whatBecame } from '../../support/moving.js'
import { filesHolding } from '../../support/traces.js'
import { createTrigramEmbedder } from '../../support/trigram-embedder.js'
import { others, tell } from './notes.js'

describe('what a memory answers', () => {
  const minds = useMinds()
  const text = 'Dr. Okafor put me on ramipril, 5 mg every morning.'
  const answers = ['Which blood pressure pills do I take?', 'What is my medication called?']
  const query = 'blood pressure pills'
  const given = answers.map((question) => ({ question, by: 'caller' }))
  let mind: Mind
  let id: string
  beforeAll(async () => {
    mind = minds.open()
    const ids = await tell(mind, [...others, { text, answers }])
    id = ids.at(-1)!
  })

  test('[REC25] finds it', async () => {
    const without = minds.open()
    await tell(without, [...others, text])
    expect((await without.call('recall', { query, min_relevance: 0.3 })).memories).toEqual([])
    const { memories, nothing_relevant } = await mind.call('recall', { query, min_relevance: 0.3, explain: true })
    expect(nothing_relevant).toBe(false)
    expect(memories).toMatchObject([{ id, content: text, explanation: { answer: 1 } }])
  })

  test('[REC25] a memory is as relevant as its text or the best of its answers, whichever is more', async () => {
    const plain = minds.open()
    await tell(plain, [...others, text])
    const byText = { query: 'Dr. Okafor ramipril' }
    const [alone] = (await plain.call('recall', byText)).memories
    const [answering] = (await mind.call('recall', byText)).memories
    expect(answering).toMatchObject({ content: text })
    expect(Math.abs(answering!.relevance - alone!.relevance)).toBeLessThan(0.05)
  })

  test('[REC25] recalls do not return it, get_memory does', async () => {
    const later = new Date(mind.clock.now()).toISOString()
    const found = await Promise.all([
      mind.call('recall', { query }),
      mind.call('recall_episodes', { query }),
      mind.call('query_at_time', { query, point_in_time: later }),
    ])
    for (const answer of found) {
      expect(JSON.stringify(answer)).toContain('ramipril')
      expect(JSON.stringify(answer)).not.toContain('medication called')
    }
    const memory = await mind.call('get_memory', { id })
    expect(memory).toMatchObject({ content: text, answers: given })
    expect(memory.facets).not.toHaveProperty('answers')
  })

  test('[REC25] whatever stores a memory takes it', async () => {
    const shop = minds.open()
    const question = { answers: ['How do we brew the morning tea?'] }
    const step = { action: 'Boil water', tool: 'kettle' }
    const skill = { trajectory: [step], outcome_score: 0.9, domain: 'coding', ...question } as const
    const stored = [
      (await shop.call('create_episode', { content: 'Assam, four minutes.', ...question })).id,
      (await shop.call('create_entity', { name: 'Assam', entity_type: 'FACT', summary: 'Leaves.', ...question })).id,
      (await shop.call('create_skill', { ...skill, trajectory: [...skill.trajectory] })).id,
      (await shop.call('gwt_store', { content: 'Four minutes is enough.', ...question })).id,
    ]
    for (const each of stored)
      expect(await shop.call('get_memory', { id: each as string })).toMatchObject({
        answers: [{ question: question.answers[0], by: 'caller' }],
      })
  })

  test('[REC25] export and import keep it', async () => {
    const lines = await exportLines(mind)
    const to = minds.open({ clock: mind.clock })
    expect(new Set(whatBecame(await importLines(to, lines)))).toEqual(new Set(['added']))
    expect(await exportLines(to)).toEqual(lines)
    expect((await to.call('recall', { query, min_relevance: 0.3 })).memories).toMatchObject([{ id }])
    expect(await to.call('get_memory', { id })).toMatchObject({ answers: given })
  })

  test('[REC25] correct keeps it, or takes others in its place', async () => {
    const other = minds.open()
    const [old] = await tell(other, [{ text, answers }])
    const { new_id } = await other.call('correct', { id: old!, text: 'It is lisinopril, 10 mg.' })
    expect(await other.call('get_memory', { id: new_id })).toMatchObject({ answers: given })
    expect((await other.call('recall', { query })).memories).toMatchObject([{ id: new_id }])
    const asked = ['Which tablet is mine?']
    const newest = await other.call('correct', { id: new_id, text: 'It is losartan.', answers: asked })
    expect(await other.call('get_memory', { id: newest.new_id })).toMatchObject({
      answers: [{ question: asked[0], by: 'caller' }],
    })
  })

  test('[REC25] [REC3] another model embeds it in the background, and finds by it', async () => {
    const first = minds.open()
    const [stored] = await tell(first, [{ text, answers }, ...others])
    await first.close()
    const embedder = createTrigramEmbedder()
    const again = minds.open({ dataDir: first.dataDir, embedder })
    await again.warmUp()
    const store = minds.openStore(first.dataDir)
    await expect.poll(() => store.unembeddedAnswers(embedder.identity, 1)).toEqual([])
    const found = await again.call('recall', { query: answers[1]!, explain: true, limit: 1 })
    expect(found.memories).toMatchObject([{ id: stored, explanation: { answer: 2 } }])
    const parts = found.memories[0]?.explanation?.parts ?? []
    expect(parts.find(({ name }) => name === 'vector')?.value).toBeCloseTo(1, 1)
  })

  test('[REC25] [OPS4] forget erases it, from every byte', async () => {
    const other = minds.open()
    const planted = 'Where does Zwyndrachtelin sleep?'
    const [secret] = await tell(other, [{ text: 'In the attic.', answers: [planted] }, ...others])
    if (!isOnPostgres()) expect(filesHolding([other.dataDir], ['Zwyndrachtelin'])).not.toEqual([])
    await other.call('forget', { ids: [secret!], dry_run: false })
    if (!isOnPostgres()) expect(filesHolding([other.dataDir], ['Zwyndrachtelin', 'zwyndrachtelin'])).toEqual([])
    expect(await other.call('recall', { query: planted })).toMatchObject({ memories: [], nothing_relevant: true })
  })

  test('[REC25] secrets in it are flagged', async () => {
    const token = `ghp_${'a1B2c3D4e5F6g7H8i9'.repeat(2)}`
    const stored = await mind.call('remember', { text: 'It is the deploy key.', answers: [`What is ${token}?`] })
    expect((await mind.call('get_memory', { id: stored.id })).facets).toMatchObject({ secrets: ['github-token'] })
    await mind.call('forget', { ids: [stored.id], dry_run: false })
  })

  test('[REC25] at most three, none of them blank', async () => {
    const four = ['a?', 'b?', 'c?', 'd?']
    expect(await refusal(mind, 'remember', { text, answers: four })).toMatchObject(isValidationError('answers'))
    expect(await refusal(mind, 'remember', { text, answers: [''] })).toMatchObject(isValidationError('answers.0'))
  })
})
