export interface Frontmatter {
  readonly fields: Readonly<Record<string, string>>
  readonly tags: readonly string[]
  /** The text after the front matter, and the number of its first line. */
  readonly body: string
  readonly line: number
}

const block = /^\ufeff?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/
const field = /^([\w-]+):[ \t]*(.*)$/

/** The simple YAML that people write at the top of a note: `key: value`, and both forms of lists. */
export function readFrontmatter(text: string): Frontmatter {
  const found = block.exec(text)
  if (found === null) return { fields: {}, tags: [], body: text, line: 1 }
  const fields: Record<string, string> = {}
  const listed: string[] = []
  let key = ''
  for (const line of found[1].split(/\r?\n/)) {
    const [, name, value] = field.exec(line) ?? []
    const item = /^\s*-\s+(.*)$/.exec(line)?.[1]
    if (name !== undefined) {
      key = name.toLowerCase()
      fields[key] = unquoted(value)
    } else if (item !== undefined && key === 'tags') listed.push(unquoted(item))
  }
  const inline = (fields.tags ?? '')
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map(unquoted)
  const tags = [...new Set([...inline, ...listed].map((tag) => tag.replace(/^#/, '')).filter((tag) => tag !== ''))]
  return { fields, tags, body: text.slice(found[0].length), line: found[0].split('\n').length }
}

const unquoted = (value: string): string => value.trim().replace(/^(["'])(.*)\1$/, '$2')
