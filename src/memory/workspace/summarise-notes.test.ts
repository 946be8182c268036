import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runWhole } from '../slices.js'
import { summariseNotes } from './summarise-notes.js'

const summaryOf = (notes: Parameters<typeof summariseNotes>[0]): string => runWhole(summariseNotes(notes))

const day = 86_400_000
const note = (text: string, happenedAt = 0) => ({ text, happenedAt })

describe('summary of notes', () => {
  test('[GWT15] says how many, from when, and how each begins, the oldest first', () => {
    const notes = [
      note('Call Bob. He knows more.', 3 * day),
      note('Buy milk\nand bread', day),
      note('Buy milk\nand bread', 2 * day),
    ]
    expect(summaryOf(notes).split('\n')).toEqual([
      'Summary of 3 working notes from 1970-01-02 to 1970-01-04:',
      '- Buy milk',
      '- Call Bob.',
    ])
  })

  test('[GWT15] names what most of them share', () => {
    const notes = [
      'Rotate the staging certificate',
      'The staging certificate expired',
      'Ask about the staging certificate',
    ].map((text) => note(text))
    expect(summaryOf(notes)).toMatch(/^Summary of 3 working notes of 1970-01-01 about staging certificate:/)
  })

  test('[GWT15] stays short for any notes and never splits a character', () => {
    const texts = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 }), {
      minLength: 1,
      maxLength: 80,
    })
    fc.assert(
      fc.property(texts, (all) => {
        const summary = summaryOf(all.map((text, place) => note(text, place * day)))
        expect(summary.isWellFormed()).toBe(true)
        expect(summary.split('\n').length).toBeLessThanOrEqual(52)
        expect(Array.from(summary).length).toBeLessThan(52 * 170)
      }),
      { numRuns: 50 },
    )
    expect(summaryOf(Array.from({ length: 60 }, (_, number) => note(`Note ${number}`)))).toMatch(/\n- and 10 more$/)
  })
})
