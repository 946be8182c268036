import { z } from 'zod'

/** REC10: the shown parts sum to the ranking score; the curve then makes it the relevance. */
export const explanation = z.looseObject({})
