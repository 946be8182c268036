/** Safe as the name of a folder on every system, in a URL and in a log line. */
const pattern = /^[a-z0-9][a-z0-9_-]{0,62}$/

/** What Windows keeps for devices: no folder can have such a name there. */
const reserved = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/

export const isTenantName = (text: string): boolean => pattern.test(text) && !reserved.test(text)

/** To stand behind the name of the field. */
export const tenantNameRule = 'must be 1 to 63 small letters, digits, "_" or "-", a letter or digit first'
