/** A change to a settings file, and how to undo it. Texts are whole files; a missing file is ''. */
export interface SettingsEdit {
  /** The text with our entry; the same text if it is already there. */
  apply(text: string): string
  /**
   * The text without our entry: restores what was in its place in `before`, and leaves the rest of `text` as it is.
   * The same text if our entry is not in it.
   */
  revert(text: string, before: string): string
  /** Our server's entry as the client reads it; undefined if there is none. Other edits write no server. */
  entry?(text: string): unknown
  /** The commands of our hooks; other edits write none. */
  hooks?(text: string): readonly string[]
}
