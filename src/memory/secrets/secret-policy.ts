/** What happens to a secret in a memory to be stored: stored and flagged, refused, or redacted. */
export const secretPolicies = ['flag', 'refuse', 'mask'] as const
export type SecretPolicy = (typeof secretPolicies)[number]
