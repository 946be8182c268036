import { bestPassage } from '../../memory/recall/passage.js'
import type { Query } from '../../memory/recall/query.js'
import type { Cutting } from './answer-budget.js'

interface WithSteps {
  readonly steps: readonly { readonly order: number; readonly action: string; readonly command?: string }[]
  readonly content?: string
  readonly truncated?: boolean
}

/** COM14: the last commands go first, then the last steps; of a text without steps its best passage stays. */
export const toFewerSteps = <Skill extends WithSteps>(query: Query): Cutting<Skill> => ({
  text: ({ steps, content = '' }) => JSON.stringify(steps) + content,
  cut(skill, most) {
    const { content, steps } = skill
    if (content !== undefined) {
      return content.length <= most ? skill : { ...skill, content: bestPassage(content, query, most), truncated: true }
    }
    const bare = firstThatFit(
      steps.map(({ command: _, ...step }) => step),
      sizeOf,
      most,
    )
    const added = bare.map((step, index) => sizeOf(steps[index]) - sizeOf(step))
    const whole = firstThatFit(added, (size) => size, most - sizeOf(bare)).length
    return { ...skill, steps: [...steps.slice(0, whole), ...bare.slice(whole)], truncated: true }
  },
})

const sizeOf = (value: unknown): number => JSON.stringify(value).length

function firstThatFit<Item>(items: readonly Item[], size: (item: Item) => number, most: number): readonly Item[] {
  let room = most
  const tooMany = items.findIndex((item) => {
    room -= size(item) + 1
    return room < 0
  })
  return tooMany === -1 ? items : items.slice(0, tooMany)
}
