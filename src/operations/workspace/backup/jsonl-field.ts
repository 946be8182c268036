import * as fields from '../../machinery/fields.js'

/** The limit of our own exports, with room for more verbose lines of other programs. */
const maxCharacters = 64 * 1024 * 1024

export const jsonlField = fields.text(maxCharacters).describe('One JSON object per line.')
