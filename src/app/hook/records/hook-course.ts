import type { Injection } from '../../../operations/hooks/compose-context.js'
import type { Moment } from '../../../surfaces/hooks/hook-input.js'
import { version } from '../../configuration/version.js'
import { readClaim } from '../helper/helper-claim.js'
import { isNewer } from '../helper/is-newer.js'
import { TooLate, timeOf } from '../hook-time.js'
import { type HookOutcome, type HookRecord, recordHook } from './hook-records.js'

/** What a hook did so far. It is recorded when the hook ends, also when its time has run out. */
export class HookCourse {
  #asked: { readonly hook: HookRecord['hook']; readonly dataDir: string } | undefined
  /** Until something else is known, the end comes for want of time. */
  #outcome: HookOutcome = 'time'
  #by: HookRecord['by'] = 'itself'
  #injection: Injection | undefined
  #startHelper: (() => void) | undefined

  /** From here on it could speak, unless what it reads next says that it cannot. */
  begin(moment: Moment, dataDir: string): void {
    if (moment === 'start' || moment === 'prompt' || moment === 'failure') this.#asked = { hook: moment, dataDir }
  }

  /** It is none of those that are recorded: switched off, for example, or after a tool that did not fail. */
  couldNotSpeak(): void {
    this.#asked = undefined
  }

  /** Where no server answered, a helper is wanted: it is started after this hook's own answer, not beside it. */
  async answeredBy(by: HookRecord['by'], mayStartHelper: boolean): Promise<void> {
    this.#by = by
    const dataDir = this.#asked?.dataDir
    if (by === 'server' || !mayStartHelper || dataDir === undefined) return
    if (by === 'helper' && !isNewer(version, readClaim(dataDir)?.version ?? version)) return
    const { startHelper } = await import('../helper/start-helper.js')
    this.#startHelper = () => startHelper(dataDir, process.argv[1], process.env)
  }

  stayedSilent(): void {
    this.#outcome = 'choice'
  }

  spoke(injection: Injection): void {
    this.#outcome = 'spoke'
    this.#injection = injection
  }

  fail(error: unknown): void {
    const isLate = this.#asked !== undefined && performance.now() >= timeOf(this.#asked.hook).readUntilMs
    this.#outcome = isLate || error instanceof TooLate ? 'time' : 'error'
  }

  /** Never throws: a client must not fail because nothing can be written. */
  finish(): void {
    this.#startHelper?.()
    if (this.#asked === undefined) return
    const { hook, dataDir } = this.#asked
    const { tokens = 0, ids = [] } = this.#injection ?? {}
    const ms = Math.round(performance.now())
    const at = new Date().toISOString()
    try {
      recordHook(dataDir, { at, hook, outcome: this.#outcome, ms, by: this.#by, tokens, ids })
    } catch {
      // Nowhere to write.
    }
  }
}
