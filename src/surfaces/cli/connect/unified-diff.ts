import type { FileChange } from './connections.js'

/** As `diff -u` writes it and `patch` reads it, line by line without line breaks. */
export async function unifiedDiff({ file, before, after }: FileChange): Promise<readonly string[]> {
  // Loaded here because no other command needs it.
  const { structuredPatch } = await import('diff')
  const { hunks } = structuredPatch(file, file, before ?? '', after ?? '', '', '', { context: 3 })
  return [
    `--- ${before === null ? '/dev/null' : file}`,
    `+++ ${after === null ? '/dev/null' : file}`,
    // Not `formatPatch` of the package: it writes the length 1, which `diff -u` omits, and octal codes for letters
    // such as é in the file's name.
    ...hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
      `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`,
      ...lines,
    ]),
  ]
}

/** An empty range starts at the line before it. */
const range = (start: number, length: number): string =>
  length === 0 ? `${start - 1},0` : length === 1 ? `${start}` : `${start},${length}`
