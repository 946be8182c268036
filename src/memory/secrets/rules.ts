import type { Rule } from './rule.js'
import { addressRules } from './rules/addresses.js'
import { aiRules } from './rules/ai.js'
import { businessRules } from './rules/business.js'
import { cloudRules } from './rules/cloud.js'
import { commandRules } from './rules/commands.js'
import { developerToolRules } from './rules/developer-tools.js'
import { headerRules } from './rules/headers.js'
import { hostingRules } from './rules/hosting.js'
import { keyRules } from './rules/keys.js'
import { messagingRules } from './rules/messaging.js'
import { observabilityRules } from './rules/observability.js'
import { pairRules } from './rules/pairs.js'
import { paymentRules } from './rules/payments.js'

/** Where two rules match the same text, the earlier one gives the kind: providers first, then forms, then names. */
export const rules: readonly Rule[] = [
  ...messagingRules,
  ...cloudRules,
  ...hostingRules,
  ...developerToolRules,
  ...aiRules,
  ...paymentRules,
  ...observabilityRules,
  ...businessRules,
  ...keyRules,
  ...addressRules,
  ...commandRules,
  ...headerRules,
  ...pairRules,
]
