import { dayMs } from '../../time.js'
import type { Run } from '../conversation/run.js'

/** WFL8: until when a run's events are kept; undefined while it is not over. */
export const keptUntil = ({ endedAt }: Pick<Run, 'endedAt'>): number | undefined =>
  endedAt === null ? undefined : endedAt + dayMs
