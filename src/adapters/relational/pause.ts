import { setTimeout } from 'node:timers/promises'

/** Resolves after the time, or on abort. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal }).catch(() => undefined)
