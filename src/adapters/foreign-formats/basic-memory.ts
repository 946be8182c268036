import type { ForeignFile, ForeignMemory, ForeignReader } from '../../memory/import-export/foreign-memory.js'
import { statelessReader } from '../../memory/import-export/foreign-memory.js'
import { redactSecrets } from '../../memory/secrets/redact-secrets.js'
import { linkedTo } from '../../memory/semantic/links.js'
import { toEntityType, toRelationType } from './entity-type.js'
import { readFrontmatter } from './frontmatter.js'
import { sectionsOf } from './markdown-sections.js'

/** `- [category] fact #tag (source)`; a checkbox is not an observation. */
const observation = /^\s*[-*]\s+\[([^\][()]{2,60})\]\s+(\S.*)$/
/** `- relation [[Note]] (source)` */
const relation = /^\s*[-*]\s(?:\s*"([^"]+)"\s*|([^[\]]*))\[\[([^\][]+)\]\]/
const tagInText = /(?:^|\s)#([\p{L}\p{N}_/-]+)/gu

/** A note of Basic Memory is an entity with its observations and relations. */
export function readBasicMemory({ name, modifiedAt }: ForeignFile): ForeignReader {
  return statelessReader(({ text }) => {
    // Redacted before it is split, because a private key spans many lines.
    const { fields, tags, body, line } = readFrontmatter(redactSecrets(text).text)
    const title = fields.title || name
    const key = keyOf(title)
    const links: { type: string; key: readonly string[] }[] = []
    const facts: ForeignMemory[] = []
    const happenedAt = fields.created || fields.date || modifiedAt
    const toEntity = [{ type: linkedTo, key }]
    const rest = body.split(/\r?\n/).map((each, place) => {
      const known = observation.exec(each)
      if (known !== null) {
        const [, category, words] = known
        const named = [...words.matchAll(tagInText)].map(([, tag]) => tag)
        facts.push({
          line: line + place,
          key: [...key, category, words],
          kind: 'note',
          text: `${title}: ${words}`,
          happenedAt,
          tags: [...new Set([category, ...named])],
          links: toEntity,
        })
        return ''
      }
      const related = relation.exec(each)
      if (related === null) return each
      const type = toRelationType((related[1] ?? related[2] ?? '').trim()) || linkedTo
      links.push({ type, key: keyOf(related[3]) })
      return ''
    })
    const sections = sectionsOf(rest.join('\n'), line).map((section): ForeignMemory => {
      const headings = section.headings.filter((each) => each !== title)
      const words = [[title, ...headings].join(' › '), section.body].join('\n\n')
      return { line: section.line, key: [...key, words], kind: 'note', text: words, happenedAt, tags, links: toEntity }
    })
    if (facts.length + sections.length + links.length === 0 && fields.title === undefined) return []
    const type = fields.type || 'note'
    const entity = { name: title, entityType: toEntityType(type) }
    return [
      { line: 1, key, kind: 'entity', text: `${title}: ${type}`, happenedAt, tags, entity, links },
      ...facts,
      ...sections,
    ]
  })
}

/** A link names a title or the end of a permalink, `folder/note-title`; both have the same words. */
function keyOf(name: string): readonly string[] {
  const words = name.split('|')[0].split('/').at(-1) ?? name
  return [
    'basic-memory',
    words
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-'),
  ]
}
