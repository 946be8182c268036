/** When what happens in a run of so many minutes, in sevenths of it: of thirty-five minutes each is five. */
export function planRun(minutes) {
  const seventh = minutes / 7
  const at = (...places) => places.map((place) => place * seventh)
  return {
    minutes,
    /** Compared. What is before the first is warming up: the heaps of many threads take minutes to find their size. */
    first: at(3, 4),
    last: at(6, 7),
    // While warming up, twice through each of the four doors: the first time starts a thread that stays, and each time
    // everybody reads its memories anew, behind which a heap settles at another size. Both parts that are compared have
    // one of each, at the same place.
    forgets: at(0.5, 0.8, 1.1, 1.4, 1.7, 2, 2.3, 2.6, 3.5, 4.5, 5.5, 6.5),
    exports: at(3.25, 4.75, 6.25),
    /**
     * Each forgetting leaves what was told since: both parts then begin with as much. Of a short run longer, or what is
     * forgotten would be what a call on a busy machine is still about.
     */
    keepsMinutes: Math.max(seventh / 2, 0.5),
    sampleSeconds: Math.min(5, minutes),
  }
}

/** Calls a second of each kind: moderate, so that two cores are not full and what waits waits for a reason. */
export const rates = { recall: 20, read: 2, write: 4, change: 2, workspace: 1, workflow: 1 }
