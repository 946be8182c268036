import type { SettingsEdit } from './settings-edit.js'
import { SettingsProblem } from './settings-problem.js'

/**
 * A file that is ours as a whole, known again by the mark that it begins with. One of its name which we did not write is
 * left alone. `written` is the file, undefined if none is wanted.
 */
export function ownFile(mark: string, written: string | undefined): SettingsEdit & { isOurs(text: string): boolean } {
  const isOurs = (text: string) => text.startsWith(mark)
  return {
    isOurs,
    apply(text) {
      if (written === undefined) return text
      if (text.trim() !== '' && !isOurs(text))
        throw new SettingsProblem('this file is not from World Weaver', { line: 1, column: 1 })
      return written
    },
    revert: (text, before) => (isOurs(text) ? before : text),
  }
}
