/** One call of a transcript. `{id}` in an input stands for the id that the call of that name answered. */
export interface Step {
  readonly name: string
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
}

export const step = (name: string, tool: string, input: Step['input'] = {}): Step => ({ name, tool, input })
