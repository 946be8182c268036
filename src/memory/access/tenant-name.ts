/** Safe as the name of a folder on every system, in a URL and in a log line. */
const pattern = /^[a-z0-9][a-z0-9_-]{0,62}$/

/** Device names of Windows, where no folder can be named so. */
const reserved = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/

export const isTenantName = (text: string): boolean => pattern.test(text) && !reserved.test(text)

/** Follows the name of the field in an error message. */
export const tenantNameRule = 'must be 1 to 63 small letters, digits, "_" or "-", a letter or digit first'
