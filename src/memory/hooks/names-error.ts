/** A line that names an error, in the words of compilers, systems and tests. */
export const namesError =
  /\b(?:error|exception|fatal|failed|failure|cannot|can['’]t|could not|denied|refused|not found|no such|does not exist|timed out|invalid|missing|unexpected|undefined|unresolved|mismatch)\b|\w(?:Error|Exception)\b|\bE[A-Z]{4,}\b/iu
