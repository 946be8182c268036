import { invalid } from '../../errors.js'
import type { JsonObject } from '../../memory/memory.js'
import { sessionIdPattern } from '../../memory/session-id.js'
import type { Caller } from '../machinery/caller.js'

/**
 * COM3, COM13: the server's session unless the preferences name one; the project comes only from the preferences, never
 * from the server's working directory.
 */
export function callerOf(preferences: JsonObject, defaults: { readonly session: string }): Caller {
  const { session_id = null, project = null } = preferences
  if (session_id !== null && (typeof session_id !== 'string' || !sessionIdPattern.test(session_id))) {
    throw invalid('preferences.session_id', 'preferences.session_id must be 1 to 128 letters, digits, "_" or "-"')
  }
  if (project !== null && (typeof project !== 'string' || project.trim() === '' || project.length > 300)) {
    throw invalid('preferences.project', 'preferences.project must be the name of a project')
  }
  const isAll = project === '*'
  return { session: session_id ?? defaults.session, project: isAll ? null : project, asksAllProjects: isAll }
}
