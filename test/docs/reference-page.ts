import { readFileSync } from 'node:fs'
import { rowsOf, sectionsOf } from './markdown.js'

/** docs/reference.md, or what somebody has made of it. */
export interface ReferencePage {
  /** Of what has a section of its own. */
  hasHeading(heading: string): boolean
  /** Empty where there is none. */
  section(heading: string): string
  /** The row below a heading that begins with this, in back ticks. */
  row(section: string, first: string): readonly string[] | undefined
  rows(section: string): readonly (readonly string[])[]
  /** As if nobody had written it. */
  without(section: string): ReferencePage
}

export const referencePage = (): ReferencePage => toPage(readFileSync('docs/reference.md', 'utf8'))

function toPage(markdown: string): ReferencePage {
  const sections = new Map(sectionsOf(markdown).map((section) => [section.heading, section.text]))
  const section = (heading: string) => sections.get(heading) ?? ''
  const rows = (heading: string) => rowsOf(section(heading))
  return {
    hasHeading: (heading) => sections.has(heading),
    section,
    rows,
    row: (heading, first) => rows(heading).find(([cell = '']) => namesIn(cell).includes(first)),
    without(heading) {
      if (section(heading) === '') throw new Error(`The reference has no section ${heading}`)
      return toPage(markdown.replace(section(heading), ''))
    },
  }
}

/** What stands in back ticks. */
export const namesIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)
