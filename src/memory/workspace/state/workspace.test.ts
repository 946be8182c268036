import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CompetitionResult } from '../competition/compete.js'
import { bufferCapacity, enterBuffer, enterLinked } from './buffer.js'
import { forgetMemories } from './forgetting.js'
import { findGoal, type Goal, isPriority, setGoal, withdrawGoal } from './goals.js'
import { admit, assignSlots, evict, evictAll, occupantIds } from './slots.js'
import {
  activationStateOf,
  emptyWorkspace,
  fromWorkspace,
  slotCount,
  toWorkspace,
  type Workspace,
} from './workspace.js'

const goal = (id: string, overrides: Partial<Goal> = {}): Goal => ({
  id,
  description: id,
  keywords: [],
  priority: 1,
  origin: 'user',
  setAt: 0,
  ...overrides,
})

const holding = (levels: Readonly<Record<string, number>>): Workspace =>
  Object.entries(levels).reduce(
    (workspace, [id, level]) => admit(workspace, { id, level, sameAs: [] }, 0),
    emptyWorkspace,
  )

const result = (
  scores: Readonly<Record<string, number>>,
  winners: string[],
  would_evict: string[],
): CompetitionResult => ({
  winners,
  would_evict,
  all_scores: scores,
  reason: '',
  reason_breakdown: {},
  specialists: {},
})

describe('[GWT5] goals', () => {
  test('[GWT5] up to five are active, the oldest retires', () => {
    const workspace = ['a', 'b', 'c', 'd', 'e', 'f'].reduce((each, id) => setGoal(each, goal(id)), emptyWorkspace)
    expect(workspace.goals.map(({ id }) => id)).toEqual(['b', 'c', 'd', 'e', 'f'])
  })

  test('[GWT5] priorities are from 0.1 to 2', () => {
    expect([0.1, 1, 2].every(isPriority)).toBe(true)
    expect([0, 0.09, 2.01, Number.NaN].some(isPriority)).toBe(false)
  })

  test('[GWT5] a goal is withdrawn by its id or its description; the others stay', () => {
    const workspace = ['a', 'b', 'c'].reduce(
      (each, id) => setGoal(each, goal(`goal-${id}`, { description: `Do ${id}!` })),
      emptyWorkspace,
    )
    const left = (named: string) =>
      withdrawGoal(workspace, findGoal(workspace, named)!).goals.map(({ description }) => description)
    expect(left('goal-b')).toEqual(['Do a!', 'Do c!'])
    expect(left('do  C')).toEqual(['Do a!', 'Do b!'])
    expect(findGoal(workspace, 'Do')).toBeUndefined()
  })

  test("[GWT5] a question's goal replaces only the question's before it", () => {
    const workspace = [goal('a'), goal('q1', { origin: 'attend' }), goal('b'), goal('q2', { origin: 'attend' })].reduce(
      setGoal,
      emptyWorkspace,
    )
    expect(workspace.goals.map(({ id }) => id)).toEqual(['a', 'b', 'q2'])
  })

  test('[GWT11] a new goal makes the bus forget what it said; the same question again does not', () => {
    const said = {
      ...setGoal(emptyWorkspace, goal('q1', { origin: 'attend', description: 'Who?' })),
      repetitions: { k: 2 },
    }
    expect(setGoal(said, goal('q2', { origin: 'attend', description: 'who' })).repetitions).toEqual({ k: 2 })
    expect(setGoal(said, goal('q3', { origin: 'attend', description: 'Why?' })).repetitions).toEqual({})
  })
})

describe('[WSP2] slots', () => {
  test('[WSP5] winners keep their slot, newcomers fill the free ones, evicted memories enter the buffer', () => {
    const before = enterBuffer(holding({ a: 0.5, b: 0.4, c: 0.3 }), [{ id: 'n', activation: 0.1 }], 1)
    const scores = { a: 0.9, n: 0.8, m: 0.7, b: 0.2, c: 0.6 }
    const after = assignSlots(before, result(scores, ['a', 'n', 'm', 'c'], ['b']), 5)
    expect(after.slots.map((slot) => slot?.id ?? null)).toEqual(['a', 'n', 'c', 'm', null, null, null])
    expect(after.slots[0]).toEqual({ id: 'a', level: 0.9, admittedAt: 0 })
    expect(after.slots[1]).toEqual({ id: 'n', level: 0.8, admittedAt: 5 })
    expect(after.buffer).toEqual([{ id: 'b', activation: 0.2, enteredAt: 5 }])
    expect(after.cycle).toBe(1)
  })

  test('[WSP7] the levels of the last competition are stored and update the buffer', () => {
    const before = enterBuffer(emptyWorkspace, [{ id: 'x', activation: 0.9 }], 1)
    const after = assignSlots(before, result({ a: 0.9, x: 0.3 }, ['a'], []), 5)
    expect(after.levels).toEqual({ a: 0.9, x: 0.3 })
    expect(after.buffer).toEqual([{ id: 'x', activation: 0.3, enteredAt: 1 }])
  })

  test('[WSP2] one more than there are slots displaces the weakest, if it is stronger', () => {
    const full = holding({ a: 0.9, b: 0.2, c: 0.3, d: 0.4, e: 0.5, f: 0.6, g: 0.7 })
    const stronger = admit(full, { id: 'x', level: 0.25, sameAs: [] }, 9)
    expect(occupantIds(stronger)).toEqual(['a', 'x', 'c', 'd', 'e', 'f', 'g'])
    expect(activationStateOf(stronger, 'b')).toBe('preconscious')
    const weaker = admit(full, { id: 'x', level: 0.2, sameAs: [] }, 9)
    expect(occupantIds(weaker)).toEqual(occupantIds(full))
    expect(activationStateOf(weaker, 'x')).toBe('preconscious')
  })

  test('[WSP4] one that says the same as an occupant takes its slot if it is stronger, and never a second', () => {
    const held = holding({ a: 0.5, b: 0.2 })
    const stronger = admit(held, { id: 'x', level: 0.6, sameAs: ['a'] }, 9)
    expect(occupantIds(stronger)).toEqual(['x', 'b'])
    expect(activationStateOf(stronger, 'a')).toBe('preconscious')
    const weaker = admit(held, { id: 'x', level: 0.5, sameAs: ['a'] }, 9)
    expect(occupantIds(weaker)).toEqual(['a', 'b'])
    expect(activationStateOf(weaker, 'x')).toBe('preconscious')
  })

  test('[GWT16] evicting moves a memory to the buffer; one without a slot stays where it is', () => {
    const workspace = holding({ a: 0.9, b: 0.2 })
    const after = evict(workspace, 'a', 3)
    expect(activationStateOf(after, 'a')).toBe('preconscious')
    expect(after.slots[0]).toBeNull()
    expect(evict(workspace, 'nobody', 3)).toBe(workspace)
    expect(occupantIds(evictAll(workspace, 3))).toEqual([])
    expect(evictAll(workspace, 3).buffer.map(({ id }) => id)).toEqual(['a', 'b'])
  })
})

describe('[WSP2] the buffer', () => {
  test('[WSP2] holds fifty; the lowest activation returns to long-term memory', () => {
    const entering = Array.from({ length: 60 }, (_, at) => ({ id: `m${at}`, activation: at / 100 }))
    const workspace = enterBuffer(emptyWorkspace, entering, 1)
    expect(workspace.buffer).toHaveLength(bufferCapacity)
    expect(activationStateOf(workspace, 'm9')).toBe('long_term')
    expect(activationStateOf(workspace, 'm10')).toBe('preconscious')
    expect(enterBuffer(emptyWorkspace, entering.toReversed(), 1).buffer).toEqual(workspace.buffer)
  })

  test('[WSP6] what occupants are linked to enters it, and is remembered as such', () => {
    const workspace = enterLinked(holding({ a: 0.9 }), [{ id: 'x', activation: 0.4, via: 'a' }], 2)
    expect(workspace.buffer).toEqual([{ id: 'x', activation: 0.4, enteredAt: 2 }])
    expect(workspace.linkActivations).toEqual([{ id: 'x', activation: 0.4, via: 'a' }])
  })
})

describe('[GWT15] forgetting', () => {
  test('[GWT15] deleted memories leave slots, buffer and levels, and quotes of them are removed', () => {
    const workspace: Workspace = {
      ...enterLinked(holding({ a: 0.9, b: 0.8 }), [{ id: 'x', activation: 0.4, via: 'a' }], 2),
      levels: { a: 0.9, b: 0.8 },
      lastBroadcast: {
        cycle: 1,
        at: 0,
        capacity: 7,
        goals: [],
        items: [{ slot: 1, id: 'a', memory_type: 'working', level: 1 }],
        admitted: [],
        evicted: [],
      },
    }
    const after = forgetMemories(workspace, new Set(['a']))
    expect(after.lastBroadcast).toBeNull()
    expect(occupantIds(after)).toEqual(['b'])
    expect(after.levels).toEqual({ b: 0.8 })
    expect(after.linkActivations).toEqual([])
    expect(forgetMemories(workspace, new Set(['b'])).lastBroadcast).toEqual(workspace.lastBroadcast)
    expect(forgetMemories(workspace, new Set())).toBe(workspace)
  })

  test('[GWT15] [OPS4] no key of an accepted proposal stays, for it may quote what it does not name', () => {
    const workspace: Workspace = { ...holding({ a: 0.9 }), repetitions: { 'contradiction:secret:price': 1 } }
    expect(forgetMemories(workspace, new Set(['a'])).repetitions).toEqual({})
  })
})

describe('[WSP2] the state is data', () => {
  const id = fc.constantFrom(...Array.from({ length: 12 }, (_, at) => `m${at}`))
  const level = fc.double({ min: 0, max: 1, noNaN: true })
  const transition = fc.oneof(
    fc.tuple(id, level, fc.nat()).map(
      ([id, level, at]) =>
        (w: Workspace) =>
          admit(w, { id, level, sameAs: [] }, at),
    ),
    fc.tuple(id, fc.nat()).map(
      ([id, at]) =>
        (w: Workspace) =>
          evict(w, id, at),
    ),
    fc.tuple(id, level, fc.nat()).map(
      ([id, activation, at]) =>
        (w: Workspace) =>
          enterBuffer(w, [{ id, activation }], at),
    ),
    fc.array(id).map((ids) => (w: Workspace) => forgetMemories(w, new Set(ids))),
    fc.nat().map((at) => (w: Workspace) => evictAll(w, at)),
    fc.tuple(id, fc.boolean()).map(
      ([id, isQuestion]) =>
        (w: Workspace) =>
          setGoal(w, goal(id, { origin: isQuestion ? 'attend' : 'user' })),
    ),
  )

  test('[WSP2] through any transitions: one place per memory, seven slots, and JSON is all of it', () => {
    fc.assert(
      fc.property(fc.array(transition, { maxLength: 60 }), (transitions) => {
        const workspace = transitions.reduce((each, step) => step(each), emptyWorkspace)
        const places = [...occupantIds(workspace), ...workspace.buffer.map((entry) => entry.id)]
        expect(new Set(places).size).toBe(places.length)
        expect(workspace.slots).toHaveLength(slotCount)
        expect(workspace.buffer.length).toBeLessThanOrEqual(bufferCapacity)
        expect(workspace.goals.length).toBeLessThanOrEqual(5)
        expect(workspace.goals.filter(({ origin }) => origin === 'attend').length).toBeLessThanOrEqual(1)
        expect(toWorkspace(JSON.parse(JSON.stringify(fromWorkspace(workspace))))).toEqual(workspace)
      }),
    )
  })

  test('[WSP2] nothing stored is an empty workspace; another version is refused', () => {
    expect(toWorkspace(undefined)).toEqual(emptyWorkspace)
    expect(toWorkspace(null)).toEqual(emptyWorkspace)
    expect(() => toWorkspace({ version: 2 })).toThrow('version 2')
    expect(() => toWorkspace([])).toThrow('version undefined')
  })
})
