import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { defaultWeights } from '#ww/memory/activation/weights.js'
import { mainModule } from '../support/mcp-session.js'
import { days, start } from '../support/memories.js'
import { useMinds } from '../support/minds.js'

describe('weights', () => {
  const minds = useMinds()

  test('[ACT7] weights that do not sum to 1 keep the server from starting, and it says which', () => {
    const { status, stderr, stdout } = spawnSync(process.execPath, [mainModule, 'mcp'], {
      env: { WW_DATA_DIR: minds.newFolder(), WW_WEIGHTS: '{"episodic":{"semantic":0.9}}' },
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toContain('episodic')
    expect(stderr).toContain('sum to 1')
  })

  test('[ACT7] nor may a program open a memory with such weights', () => {
    const weights = { ...defaultWeights, atTime: { semantic: 0.9, recency: 0.3 } }
    expect(() => minds.open({ weights })).toThrow(/atTime.*sum to 1/)
  })

  test('[ACT7] the configured weights decide the score', async () => {
    const weights = { ...defaultWeights, episodic: { semantic: 0, recency: 1, outcome: 0, importance: 0 } }
    const mind = minds.open({ weights })
    await mind.call('create_episode', {
      content: 'The mill stopped.',
      timestamp: new Date(start - days(5)).toISOString(),
    })
    const [episode] = (await mind.call('recall_episodes', { query: 'mill' })).episodes
    expect(episode?.score).toBe(episode?.components.recency)
  })
})
