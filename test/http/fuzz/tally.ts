import { writeFileSync } from 'node:fs'

/** What was asked and answered, so that a run can be told apart from one that did nothing. */
export class Tally {
  readonly #answers = new Map<string, Map<number, number>>()

  count(route: string, status: number): void {
    const statuses = this.#answers.get(route) ?? new Map<number, number>()
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    this.#answers.set(route, statuses)
  }

  get routes(): readonly string[] {
    return [...this.#answers.keys()]
  }

  of(status: number): number {
    return [...this.#answers.values()].reduce((sum, statuses) => sum + (statuses.get(status) ?? 0), 0)
  }

  /** For `npm run test:openapi-fuzz`, which makes a table of it. */
  write(path: string): void {
    const { fromEntries } = Object
    const routes = [...this.#answers].map(([route, statuses]) => [route, fromEntries(statuses)] as const)
    writeFileSync(path, JSON.stringify({ routes: fromEntries(routes) }))
  }
}
