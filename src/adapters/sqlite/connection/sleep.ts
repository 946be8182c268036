/** Sleeps for a random time, so that waiting processes do not retry in step. Blocks the thread. */
export function sleepBriefly(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5 + Math.random() * 20)
}
