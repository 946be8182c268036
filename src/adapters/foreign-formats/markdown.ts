import type { ForeignFile, ForeignReader } from '../../memory/import-export/foreign-memory.js'
import { statelessReader } from '../../memory/import-export/foreign-memory.js'
import { redactSecrets } from '../../memory/secrets/redact-secrets.js'
import { readFrontmatter } from './frontmatter.js'
import { sectionsOf } from './markdown-sections.js'

/** Plain Markdown: one memory per section, with its headings. `source` is the program that the file belongs to. */
export const readMarkdown =
  (source: string) =>
  ({ name, modifiedAt }: ForeignFile): ForeignReader =>
    statelessReader(({ text }) => {
      // Redacted before it is split, because a private key may contain blank lines.
      const { body, line, tags } = readFrontmatter(redactSecrets(text).text)
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
