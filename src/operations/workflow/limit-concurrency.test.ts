import { expect, test } from 'vitest'
import { limitConcurrency } from './limit-concurrency.js'

test('[WFL3] so many at once and no more, the first who came first', async () => {
  const fewAtOnce = limitConcurrency(2)
  const begun: number[] = []
  const ends: (() => void)[] = []
  const works = [0, 1, 2, 3].map((each) =>
    fewAtOnce(async () => {
      begun.push(each)
      await new Promise<void>((resolve) => ends.push(resolve))
      return each
    }),
  )
  expect(begun).toEqual([0, 1])
  ends[1]!()
  await works[1]
  expect(begun).toEqual([0, 1, 2])
  ends[0]!()
  ends[2]!()
  await works[2]
  ends[3]!()
  expect(await Promise.all(works)).toEqual([0, 1, 2, 3])
})

test('[WFL3] what fails leaves its place to the next', async () => {
  const fewAtOnce = limitConcurrency(1)
  const failed = fewAtOnce(() => Promise.reject(new Error('no')))
  const next = fewAtOnce(async () => 'yes')
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('yes')
})
