/**
 * Public lists of formats with which ours were compared, each at the commit of its date. Formats are taken from them, not
 * their expressions, which are for engines that do not backtrack. Both are under MIT or Apache-2.0.
 */
export const gitleaks = [
  'https://github.com/gitleaks/gitleaks/blob/b58d3f10/config/gitleaks.toml',
  '2026-07-22',
] as const
export const kingfisher = ['https://github.com/mongodb/kingfisher/tree/ee7c0db/data/rules', '2025-06-20'] as const

/** The month of formats whose source is the provider's own page on its keys, which seldom says how long they are. */
export const noted = '2026-11'
