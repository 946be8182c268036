import type { CallOptions, RecallStage } from '../operation-context.js'

/** Tells the listener how long it took since the stage before; without a listener no clock is read. */
export function startLaps(onStage: CallOptions['onStage']): (stage: RecallStage) => void {
  if (onStage === undefined) return () => {}
  let last = performance.now()
  return (stage) => {
    const now = performance.now()
    onStage(stage, now - last)
    last = now
  }
}
