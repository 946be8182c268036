import type { Rule } from '../rule.js'
import { cloudRules } from './cloud.js'
import { developingRules } from './developing.js'
import { generalRules } from './general.js'
import { serviceRules } from './services.js'

/** Where two find the same, the earlier one names it. */
export const rules: readonly Rule[] = [...cloudRules, ...developingRules, ...serviceRules, ...generalRules]
