/** What we put into a settings file, and how it comes out again. Texts are whole files; a file that is not there is ''. */
export interface SettingsEdit {
  /** The text with our entry in it; the same text where that is so already. */
  apply(text: string): string
  /**
   * The text without our entry: what stood in its place `before` comes back, all else stays as it is in `text`. The
   * same text where our entry is not in it.
   */
  revert(text: string, before: string): string
  /** Whether our entry is the address of a server that runs already: which one is nobody's business here. */
  isAddress?(text: string): boolean
}
