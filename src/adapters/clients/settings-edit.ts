/** A change to a settings file, and how to undo it. Texts are whole files; a missing file is ''. */
export interface SettingsEdit {
  /** The text with our entry; the same text if it is already there. */
  apply(text: string): string
  /**
   * The text without our entry: restores what was in its place in `before`, and leaves the rest of `text` as it is.
   * The same text if our entry is not in it.
   */
  revert(text: string, before: string): string
  /** Whether our entry is the address of a running server, whichever it is. */
  isAddress?(text: string): boolean
}
