// The MCP resources and resource templates.
import { resources } from '../../dist/resources/index.js'
import { code, paragraphs, prose, wordsFor } from './markdown.mjs'

/** The values of a template's argument, where the description does not say it. */
function choicesOf({ argument }) {
  const options = argument?.options ?? argument?.def?.innerType?.options
  return options === undefined ? undefined : `The argument is one of ${options.map(code).join(', ')}.`
}

const list = (name, argument, ...fields) => `\`\`\`ts
{
  ${argument}: string
  count: number
  total: number
  has_more: boolean
  ${name}: {
    id: string
${fields.map((field) => `    ${field}`).join('\n')}
    project: string | null
    needs_review?: true
    review_reason?: string
    truncated?: boolean
  }[]
}
\`\`\``

/** test/docs/resources.test.ts compares these with what the server returns. */
const answers = {
  stats: 'Shows what [`memory_stats`](#memory_stats) answers.',
  episodes: list(
    'episodes',
    'session_id',
    'content: string',
    'timestamp: string',
    'outcome: "success" | "failure" | "partial" | "neutral"',
    'valence: number',
    'tags: string[]',
  ),
  entities: list(
    'entities',
    'entity_type',
    'name: string',
    'entity_type: string',
    'summary: string',
    'created_at: string',
    'session_id: string',
  ),
  procedures: list(
    'procedures',
    'domain',
    'name: string',
    'domain: string',
    'trigger_pattern: string',
    'content: string',
    'step_count: number',
    'success_rate: number',
    'execution_count: number',
    'timestamp: string',
    'session_id: string',
  ),
}

export const resourceHeadings = resources.map(({ uri, uriTemplate }) => code(uri ?? uriTemplate))

export const resourcesSection = () =>
  paragraphs(
    '## MCP resources',
    'Resources show the memory without a tool: JSON, for the session and project that the server runs in, or that the key is bound to. Looking at one does not count as a use. `resources/list` has an entry for each value that there is, `resources/templates/list` the templates, `completion/complete` completes their argument. `resources/subscribe` (over standard input and output) and `subscriptions/listen` (protocol of 2026-07-28, also [over HTTP](mcp-over-http.md)) tell of changes, whichever process makes them. There are no prompts.',
    ...resources.map((resource) =>
      paragraphs(
        `### ${code(resource.uri ?? resource.uriTemplate)}`,
        `${resource.uri === undefined ? 'Template' : 'Resource'} ${code(resource.name)}: *${resource.title}*. ${prose(resource.description)}`,
        choicesOf(resource),
        wordsFor(answers, resource.name, 'the resource'),
      ),
    ),
  )
