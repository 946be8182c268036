/** Why a settings file cannot be edited, and where in it. A caller that knows the file's name adds it. */
export class SettingsProblem extends Error {
  override readonly name = 'SettingsProblem'
  readonly line: number
  readonly column: number

  constructor(message: string, { line, column }: Position, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.line = line
    this.column = column
  }
}

/** Both count from 1, as editors do. */
export interface Position {
  readonly line: number
  readonly column: number
}

export function positionAt(text: string, offset: number): Position {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/)
  const column = lines.at(-1)!.replace('\uFEFF', '').length + 1
  return { line: lines.length, column }
}
