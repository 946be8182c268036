export function isNothingRelevant(): boolean {
  return false
}
