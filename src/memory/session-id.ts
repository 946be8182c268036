/** COM2: safe in a file name, a URL and a log line. */
export const sessionIdPattern = /^[A-Za-z0-9_-]{1,128}$/

/** The session of calls that name none; it sees all sessions. */
export const defaultSessionId = 'default'
