/**
 * Public lists of formats with which ours were compared, each at the commit of its date. Formats are taken from them, not
 * their expressions, which are for engines that do not backtrack. Both are under MIT or Apache-2.0.
 */
export const gitleaks = [
  'https://github.com/gitleaks/gitleaks/blob/b58d3f10/config/gitleaks.toml',
  '2026-07-22',
] as const
export const kingfisher = ['https://github.com/mongodb/kingfisher/tree/ee7c0db/data/rules', '2025-06-20'] as const

/** Written down from the provider's own page in this month. */
export const noted = '2026-11'
