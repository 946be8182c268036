/** EPI3. */
export const windowSize = 10

/** A part of the ranking, from `from` up to but without `to`. */
export interface Window {
  readonly from: number
  readonly to: number
}

/**
 * Relevance decides what is returned, the operation's score in which order: the ranking is cut into windows, and each is
 * sorted by score. Sorting everything by score would let recent irrelevant memories displace old answers. REC20: the
 * first `relevant` memories share no window with the others.
 */
export function windowsOf(relevant: number, all: number, size: number): readonly Window[] {
  const windows: Window[] = []
  for (let from = 0; from < all; ) {
    const to = Math.min(from + size, from < relevant ? relevant : all)
    windows.push({ from, to })
    from = to
  }
  return windows
}

type Newer = Readonly<Record<string, readonly string[]>>

/** Sorted by score, ties by id; then each memory that may have replaced another stands before it (REC16). */
export function orderWindow<T>(
  window: readonly T[],
  score: (item: T) => number,
  id: (item: T) => string,
  newer: Newer = {},
): T[] {
  const ordered = [...window].sort((a, b) => score(b) - score(a) || compareIds(id(a), id(b)))
  return moveNewerUp(ordered, window, id, newer)
}

/**
 * The ranking's own order, in which an item that is `lowered` stands behind every `firm` one with a higher score (SEM6);
 * then as above (REC16).
 */
export function lowerInWindow<T>(
  window: readonly T[],
  score: (item: T) => number,
  id: (item: T) => string,
  { lowered, firm }: { readonly lowered: (item: T) => boolean; readonly firm: (item: T) => boolean },
  newer: Newer = {},
): T[] {
  const ordered = [...window]
  for (const item of window.filter(lowered)) {
    const from = ordered.indexOf(item)
    const to = ordered.findLastIndex((other) => firm(other) && score(other) > score(item))
    if (to > from) ordered.splice(to, 0, ...ordered.splice(from, 1))
  }
  return moveNewerUp(ordered, window, id, newer)
}

function moveNewerUp<T>(ordered: T[], window: readonly T[], id: (item: T) => string, newer: Newer): T[] {
  for (const older of window) {
    for (const later of newer[id(older)] ?? []) {
      const from = ordered.findIndex((item) => id(item) === later)
      const to = ordered.indexOf(older)
      if (from > to) ordered.splice(to, 0, ...ordered.splice(from, 1))
    }
  }
  return ordered
}

function compareIds(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
