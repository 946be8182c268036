import { maskSecrets } from '../../secrets/mask-secrets.js'
import type { ForeignFile, ForeignReader } from './foreign-memory.js'
import { readerOf } from './foreign-memory.js'
import { readFrontmatter } from './frontmatter.js'
import { sectionsOf } from './markdown-sections.js'

/** Plain Markdown: a memory for each section, under its headings. `source` is whose file it is. */
export const readMarkdown =
  (source: string) =>
  ({ name, modifiedAt }: ForeignFile): ForeignReader =>
    readerOf(({ text }) => {
      // Before it is taken apart: a key may have blank lines.
      const { body, line, tags } = readFrontmatter(maskSecrets(text).text)
      return sectionsOf(body, line).map((section) => {
        const words = [section.headings.join(' › '), section.body].filter((each) => each !== '').join('\n\n')
        return {
          line: section.line,
          key: [source, 'markdown', words],
          kind: 'note' as const,
          text: words,
          happenedAt: modifiedAt,
          context: { file: name },
          tags,
        }
      })
    })
