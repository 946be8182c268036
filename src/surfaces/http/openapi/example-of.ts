import type { OpenApiSchema } from './openapi.js'

const uuid = '0190a5d0-7c1e-7f3a-9b60-3f1c2d4e5f60'

/** Example values by field name; every other field gets a simple value of its type. */
const examples: Readonly<Record<string, unknown>> = {
  answer: 'Port 5433.',
  content: 'The staging database moved to port 5433.',
  description: 'Move staging to the new database',
  detail: 'user_input must not be blank',
  has_more: false,
  id: `ep-${uuid}`,
  limit: 10,
  offset: 0,
  source_id: `ent-${uuid}`,
  success: true,
  tags: ['infra'],
  target_id: 'ent-0190a5d1-0b2c-7d11-8a4f-5e6f70819203',
  episode_id: `ep-${uuid}`,
  entity_id: `ent-${uuid}`,
  jsonl: '{"content": "The staging database moved to port 5433."}',
  message: 'Done',
  message_id: uuid,
  name: 'Staging database',
  new_summary: 'PostgreSQL 17, listens on port 5434.',
  procedure_id: `proc-${uuid}`,
  query: 'Which port does the staging database use?',
  question: 'Which port does the staging database use?',
  response: 'It uses port 5433.',
  seed_entities: [`ent-${uuid}`],
  session_id: 'default',
  summary: 'PostgreSQL 16, listens on port 5433.',
  task: 'Move a service to the new database',
  text: 'The staging database moved to port 5433.',
  trajectory: [
    { action: 'Stop the writers', tool: 'run_command', parameters: { command: 'systemctl stop shop' } },
    { action: 'Change the port', tool: 'edit_file', parameters: { file: 'config.toml' } },
  ],
  workflow_id: uuid,
  user_input: 'Which port does the staging database use?',
}

/** A valid value of the schema; objects have their required fields only. */
export function exampleOf(schema: OpenApiSchema, field = ''): unknown {
  if (schema.example !== undefined) return schema.example
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.anyOf !== undefined) return exampleOf(schema.anyOf[0] ?? {}, field)
  const known = examples[field]
  switch (schema.type) {
    case 'object': {
      const { properties = {}, required = [], additionalProperties: rest } = schema
      const below = (name: string) => properties[name] ?? (typeof rest === 'object' ? rest : {})
      return Object.fromEntries(required.map((name) => [name, exampleOf(below(name), name)]))
    }
    case 'array':
      return Array.isArray(known) ? known : exampleList(schema, field)
    case 'boolean':
      return known === true
    case 'integer':
    case 'number':
      if (typeof known === 'number') return known
      return schema.maximum === 1 ? 0.9 : Math.max(1, schema.minimum ?? 1)
    case 'string':
      return exampleText(schema, field, known)
    default:
      return null
  }
}

/** Lists of plain words stay empty, because they explain nothing. */
function exampleList({ items = {}, minItems = 0 }: OpenApiSchema, field: string): unknown[] {
  const isUseful = items.type !== 'string' || items.pattern !== undefined || field.endsWith('ids')
  return isUseful || minItems > 0 ? [exampleOf(items, field)] : []
}

function exampleText({ format, pattern = '', nullable }: OpenApiSchema, field: string, known: unknown): string | null {
  if (format === 'date-time' || pattern.includes('\\d{4}-\\d{2}')) return '2026-03-01T09:30:00Z'
  if (format === 'uuid') return uuid
  const [, prefix] = /^\^\(\?:([a-z]+-)/.exec(pattern) ?? []
  if (prefix !== undefined && !String(known).startsWith(prefix)) return `${prefix}${uuid}`
  if (typeof known === 'string') return known
  if (/(?:^|_)ids?$/.test(field)) return `ep-${uuid}`
  return nullable === true ? null : `some ${field.replaceAll('_', ' ').trim() || 'text'}`
}
