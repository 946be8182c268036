import { expect, test } from 'vitest'
import { numbersIn } from './parse-numbers.js'

const bounds = { age: { min: 0, max: 100 }, share: { min: 0, max: 1 } }

test('[CON6] names and numbers are read, and what is left out has its default', () => {
  expect(numbersIn('X', 'age=5, share=0.5', bounds)).toEqual({ age: 5, share: 0.5 })
  expect(numbersIn('X', 'age=5', bounds, { share: 0.25 })).toEqual({ age: 5, share: 0.25 })
})

test.each(['size=3', 'age', 'age=', 'age=x', 'age=-1', 'age=101', 'age=1=2,share=1', 'age=1', ''])(
  '[CON6] "%s" is refused, naming the variable and an example',
  (text) => {
    expect(() => numbersIn('WW_X', text, bounds)).toThrow(/WW_X: .*An example: age=100,share=1/)
  },
)
