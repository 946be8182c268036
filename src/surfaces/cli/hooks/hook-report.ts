/** What hooks did in a time; milliseconds from the start of the process, null if none was asked. */
export interface HookCounts {
  readonly asked: number
  readonly spoke: number
  readonly silent_by_choice: number
  readonly silent_for_want_of_time: number
  readonly failed: number
  readonly tokens: number
  readonly median_ms: number | null
  readonly p95_ms: number | null
}

/** In one line: a person reads whether hooks keep up. */
export function describeCounts(counts: HookCounts): string {
  const { asked, spoke, silent_by_choice: byChoice, silent_for_want_of_time: late, failed } = counts
  if (asked === 0) return 'none asked'
  const parts = [
    `${spoke} spoke`,
    `${byChoice} silent by choice`,
    `${late} for want of time`,
    ...(failed === 0 ? [] : [`${failed} failed`]),
  ]
  return `${asked} asked: ${parts.join(', ')}; median ${counts.median_ms} ms, p95 ${counts.p95_ms} ms`
}

/** `ww hooks`: what hooks did since a time, and the latest of it, newest first. */
export interface HookHistory {
  /** ISO 8601, as all times here. */
  readonly since: string
  readonly total: HookCounts
  readonly by_moment: Readonly<Record<'start' | 'prompt' | 'failure', HookCounts>>
  readonly told: readonly {
    readonly at: string
    readonly hook: string
    readonly tokens: number
    readonly ids: readonly string[]
  }[]
  /** What was kept of sessions; `told` counts the memories that hooks told in one. */
  readonly kept: readonly {
    readonly at: string
    readonly project: string | null
    readonly id: string
    readonly told: number
    readonly undone: boolean
  }[]
  /** Newest first. */
  readonly not_kept: readonly FailedKeep[]
}

/** What fails so often is not tried again, until the session goes on. */
export const maxKeepAttempts = 3

/** A session that could not be kept, and why. */
export interface FailedKeep {
  /** When it was tried last. */
  readonly at: string
  readonly project: string | null
  readonly attempts: number
  readonly reason: string
}
