/** What becomes of a secret that somebody asks to store: kept and marked, refused, or masked. */
export const secretPolicies = ['flag', 'refuse', 'mask'] as const
export type SecretPolicy = (typeof secretPolicies)[number]
