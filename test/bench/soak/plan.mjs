/** When what happens in a run of so many minutes, in eighths of it: of forty minutes each is five. */
export function planRun(minutes) {
  const eighth = minutes / 8
  const at = (...places) => places.map((place) => place * eighth)
  return {
    minutes,
    /** Compared. What is before the first is warming up: the heaps of many threads take minutes to find their size. */
    first: at(4, 5),
    last: at(7, 8),
    // While warming up, three times through each of the four doors: the first time starts a thread that stays, and each
    // time calls pile up behind it everywhere, to which a heap grows. Both parts that are compared have one of each, at
    // the same place, and one as long before.
    forgets: at(0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.75, 3, 3.5, 4.5, 5.5, 6.5, 7.5),
    exports: at(4.25, 5.75, 7.25),
    /**
     * Each forgetting leaves what was told since: both parts then begin with as much. Of a short run longer, or what is
     * forgotten would be what a call on a busy machine is still about.
     */
    keepsMinutes: Math.max(eighth / 2, 0.5),
    sampleSeconds: Math.min(5, minutes),
  }
}

/** Calls a second of each kind: moderate, so that two cores are not full and what waits waits for a reason. */
export const rates = { recall: 20, read: 2, write: 4, change: 2, workspace: 1, workflow: 1 }
