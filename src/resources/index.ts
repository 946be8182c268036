import { entities } from './entities.js'
import { episodes } from './episodes.js'
import { procedures } from './procedures.js'
import type { Resource } from './resource.js'
import { stats } from './stats.js'

/** All resources. A new one is a file and a line here. */
export const resources: readonly Resource[] = [stats, episodes, entities, procedures]
