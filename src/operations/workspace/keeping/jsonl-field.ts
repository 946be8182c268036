import * as fields from '../../fields.js'

/** As much as our own answers carry, and room for lines that others wrote wider. */
const mostCharacters = 64 * 1024 * 1024

export const jsonlField = fields.text(mostCharacters).describe('One JSON object per line.')
