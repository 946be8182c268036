import { describe, expect, test } from 'vitest'
import { joinsScene } from './scene.js'

const minutes = (count: number) => count * 60_000
const predecessor = { happenedAt: 0, sceneSize: 1 }

describe('[REC6] scenes', () => {
  test('[REC6] the first memory opens a scene', () => {
    expect(joinsScene(undefined, 0)).toBe(false)
  })

  test('[REC6] a gap of up to 45 minutes joins', () => {
    expect(joinsScene(predecessor, 0)).toBe(true)
    expect(joinsScene(predecessor, minutes(45))).toBe(true)
    expect(joinsScene(predecessor, minutes(45) + 1)).toBe(false)
  })

  test('[REC6] a scene has at most 64 members', () => {
    expect(joinsScene({ ...predecessor, sceneSize: 63 }, minutes(1))).toBe(true)
    expect(joinsScene({ ...predecessor, sceneSize: 64 }, minutes(1))).toBe(false)
  })
})
