import { invoke } from '../operations/invoke.js'
import { memoryStats } from '../operations/memory/memory-stats.js'
import { defineResource } from './resource.js'

export const stats = defineResource({
  name: 'stats',
  title: 'Statistics',
  description: 'How many memories there are in sight, and the health of the storage.',
  uri: 'memory://stats',
  read: (context) => invoke(memoryStats, {}, context),
  shows: () => true,
})
