import { invoke } from '../operations/machinery/invoke.js'
import { memoryStats } from '../operations/memory/memory-stats.js'
import { defineResource } from './resource.js'

export const stats = defineResource({
  name: 'stats',
  title: 'Statistics',
  description: 'How many memories are visible, and the health of the storage.',
  uri: 'memory://stats',
  read: (context) => invoke(memoryStats, {}, context),
  shows: () => true,
})
