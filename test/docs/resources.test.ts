import { expect, test } from 'vitest'
import { resources } from '#ww/resources/index.js'
import { useMinds } from '../support/minds.js'
import { aSkill } from '../support/skills.js'
import { referencePage } from './reference-page.js'

const minds = useMinds()
const page = referencePage()

/** Names of the fields at a depth of a block of TypeScript; with a `?` those that may be missing. */
const fieldsAt = (depth: number, text: string): string[] =>
  [...text.matchAll(new RegExp(`^ {${2 * depth}}(\\w+\\??): `, 'gm'))].map(([, name]) => name!)

const templates = resources.filter((resource) => 'uriTemplate' in resource)

test.each(templates.map(({ uriTemplate, name }) => [uriTemplate, name]))(
  '%s shows what the reference says',
  async (uriTemplate, name) => {
    const mind = minds.open()
    await mind.call('create_episode', { content: 'The kiln cracked.', tags: ['kiln'] })
    await mind.call('create_entity', { name: 'Kiln', entity_type: 'TOOL', summary: 'Burns clay.' })
    await aSkill(mind, { domain: 'devops' })
    const values: Readonly<Record<string, string>> = { episodes: 'default', entities: 'TOOL', procedures: 'devops' }
    const shown = await mind.resources.read(uriTemplate.replace(/\{.*\}/, values[name] ?? ''))

    const text = page.section(`\`${uriTemplate}\``)
    expect(fieldsAt(1, text)).toEqual(Object.keys(shown))
    const [item] = shown[name] as readonly object[]
    const fields = fieldsAt(2, text)
    expect(Object.keys(item ?? {}).sort()).toEqual(fields.filter((field) => !field.endsWith('?')).sort())
  },
)
