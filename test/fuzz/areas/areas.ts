import type { Area } from '../campaign/area.js'
import { extraction } from './extraction.js'
import { hooks } from './hooks.js'
import { imports } from './imports.js'
import { mcp } from './mcp.js'
import { operations } from './operations.js'
import { queries } from './queries.js'
import { records } from './records.js'
import { sockets } from './sockets.js'
import { stdio } from './stdio.js'

/** A new way in is a file and a line here. */
export const areas: readonly Area[] = [operations, stdio, mcp, sockets, imports, hooks, queries, records, extraction]
