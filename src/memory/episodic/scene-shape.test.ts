import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countLine, isConversation, type SceneLine, type SceneLines } from './scene-shape.js'

const empty: SceneLines = { members: 0, speakers: new Map(), questions: 0 }
const sceneOf = (lines: readonly SceneLine[]) => lines.reduce((scene, line) => countLine(scene, line, 1), empty)
const isTalk = (lines: readonly SceneLine[]) => isConversation(sceneOf(lines))

const [nobody, anna, ben, clara] = [0, 1, 2, 3]
const says = (speaker: number): SceneLine => ({ speaker, isQuestion: false })
const asks = (speaker: number): SceneLine => ({ speaker, isQuestion: true })

test('[REC15] two who take turns make a conversation', () => {
  expect(isTalk([says(anna), says(ben)])).toBe(true)
  expect(isTalk([says(anna), says(ben), says(anna), says(nobody)])).toBe(true)
  expect(isTalk([asks(anna), says(ben), says(clara)])).toBe(true)
})

test('[REC15] one who notes things makes none', () => {
  expect(isTalk([says(nobody), says(nobody)])).toBe(false)
  expect(isTalk([says(anna), says(anna), says(anna)])).toBe(false)
})

test('[REC15] headings of notes are no speakers', () => {
  const [floor, brewery, plans] = [1, 2, 3]
  expect(isTalk([says(floor), says(brewery), says(plans)])).toBe(false)
  expect(isTalk([says(floor), says(brewery), says(brewery), ...Array(4).fill(says(nobody))])).toBe(false)
})

test('[REC15] [OPS4] a line that is taken out again leaves the scene as it was without it', () => {
  const line = fc.record({ speaker: fc.nat(3), isQuestion: fc.boolean() })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 10 }), line, fc.nat(10), (lines, extra, at) => {
      const withExtra = [...lines.slice(0, at), extra, ...lines.slice(at)]
      const left = countLine(sceneOf(withExtra), extra, -1)
      expect({ ...left, speakers: new Map([...left.speakers].sort()) }).toEqual({
        ...sceneOf(lines),
        speakers: new Map([...sceneOf(lines).speakers].sort()),
      })
    }),
  )
})
