import { describe, expect, test } from 'vitest'
import { defaultWeights } from '../activation/weights.js'
import { agreementWith } from './directions.js'
import { emptyProcedure } from './procedure.js'
import { directionsOf, purposeOf, scoreSkill, similarityOf } from './skill-score.js'

const score = (success_rate: number, execution_count: number, relevance: number) =>
  scoreSkill({ success_rate, execution_count }, relevance, defaultWeights.procedural).score

describe('[PRO3] 0.6·similarity + 0.3·success_rate + 0.1·min(executions/10, 1)', () => {
  test.each([
    [1, 10, 1, 1],
    [0.92, 12, 0.8, 0.6 * 0.8 + 0.3 * 0.92 + 0.1],
    [0.5, 4, 0.3, 0.6 * 0.3 + 0.3 * 0.5 + 0.1 * 0.4],
    [0, 1_000, 0, 0.1],
  ])('[PRO3] rate %d, %d executions, similarity %d: %d', (rate, executions, relevance, expected) => {
    expect(score(rate, executions, relevance)).toBeCloseTo(expected, 12)
  })

  test('[PRO3] without executions the rate counts 0.5', () => {
    expect(score(0, 0, 0.4)).toBeCloseTo(0.6 * 0.4 + 0.15, 12)
    expect(score(1, 0, 0.4)).toBeCloseTo(0.6 * 0.4 + 0.15, 12)
  })

  test('[ACT7] by the configured weights', () => {
    const weights = { similarity: 0, successRate: 1, experience: 0 }
    expect(scoreSkill({ success_rate: 0.7, execution_count: 3 }, 0.9, weights)).toEqual({
      score: 0.7,
      components: { similarity: 0.9, success_rate: 0.7, experience: 0.3 },
    })
  })
})

describe('[PRO3] similarity is of what is to be done', () => {
  const oven = { ...emptyProcedure, name: 'Get the oven going', trigger_pattern: 'Heat the oven up' }
  const logit = (probability: number) => Math.log(probability / (1 - probability))

  test.each([
    ['what is there about the oven', undefined, 0],
    ['what is there about the oven', 0.5, 6 * 0.2],
    ['start the oven', 0.3, 1],
    ['shut the oven down', 0.3, -4],
  ])('[PRO3] %s, cosine %d: the logit moves by %d', (task, cosine, expected) => {
    const similarity = similarityOf(0.4, { cosine, direction: directionsOf(task, [oven])[0]! })
    expect(logit(similarity) - logit(0.4)).toBeCloseTo(expected, 9)
  })

  test('[PRO3] what is certain stays certain', () => {
    expect(similarityOf(0, { cosine: 0.9, direction: 'same' })).toBe(0)
    expect(similarityOf(1, { cosine: 0, direction: 'opposite' })).toBe(1)
  })

  test('[PRO3] what a skill is for is its name and trigger, without its steps and said once', () => {
    expect(purposeOf(oven)).toBe('Get the oven going. Heat the oven up')
    expect(purposeOf({ name: 'Cash up', trigger_pattern: 'Cash up' })).toBe('Cash up')
    expect(purposeOf({ name: '', trigger_pattern: 'Cash up' })).toBe('Cash up')
  })

  test.each([
    ['turn the light on', 'switch the lamp off', -1],
    ['take the boxes out of the store', 'remove goods', 1],
    ['put the new site live', 'take the site offline', -1],
    ['die Heizung einschalten', 'Heizung abstellen', -1],
    ['sie hört im Mai auf', 'Vertrag beenden', 1],
    ['the group on Friday', 'cancel a tour', 0],
    ['roll it out to every customer', 'delete a customer', 0],
    ['ein Kunde an der Theke', 'Konto sperren', 0],
    ['nothing left to grind', 'empty the hopper', -1],
    ['take the goods out of the system', 'put goods into stock', -1],
    ['charge the family for the tour', 'refund a ticket', -1],
    ['we are lending the clock', 'borrow an object', -1],
    ['never refund it', 'charge a visitor', 0],
    ['lend or borrow an object', 'borrow an object', 0],
    ['drop an index from a live table', 'remove the index', 1],
  ])('[PRO3] "%s" and "%s": a particle says a direction with its verb only', (task, skill, expected) => {
    expect(agreementWith(task)(skill)).toBe(expected)
  })
})
