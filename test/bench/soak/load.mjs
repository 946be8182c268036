import { setTimeout as sleep } from 'node:timers/promises'
import { rates } from './plan.mjs'

/**
 * Calls at their moments, whether or not those before are answered. Each is timed from when it was due: one that had to
 * wait because the servers were behind has waited. `ended` resolves when the last is answered.
 */
export function startLoad(calls, plan, signal) {
  const done = []
  const errors = []
  const began = performance.now()
  const underWay = new Set()
  const end = plan.minutes * 60_000

  async function call(kind, due) {
    try {
      await calls[kind]()
      done.push({ kind, minute: due / 60_000, ms: performance.now() - began - due })
    } catch (error) {
      if (!signal.aborted) errors.push({ kind, minute: due / 60_000, message: error.message })
    }
  }

  async function keepTo(kind, moments) {
    for (const due of moments) {
      if (due >= end) return
      const wait = due - (performance.now() - began)
      if (wait > 0) await sleep(wait, undefined, { signal })
      signal.throwIfAborted()
      const one = call(kind, due).finally(() => underWay.delete(one))
      underWay.add(one)
    }
  }

  const inMs = (minutes) => minutes.map((minute) => minute * 60_000)
  const kinds = Object.entries(rates)
  const ended = Promise.all([
    ...kinds.map(([kind, rate], place) => keepTo(kind, steadily(rate, place / kinds.length))),
    keepTo('forget', inMs(plan.forgets)),
    keepTo('export', inMs(plan.exports)),
  ]).then(() => Promise.all(underWay))
  return { began, done, errors, ended }
}

/** Of each kind a little later than of the one before: they do not all fall due at once. */
function* steadily(perSecond, phase) {
  for (let count = phase; ; count++) yield (count / perSecond) * 1000
}
