/** What to look for in one language; see `wordPattern` for the notation. */
export interface SaidAsPhrases {
  /** Planned, wished or undecided, in the main clause. */
  readonly plan: readonly string[]
  /** Depends on something that has not happened; read over clauses. */
  readonly condition: readonly string[]
  /** Intended; a plan only without a date, since an appointment is a fact. */
  readonly intent: readonly string[]
  /** Leaves everything said before it open. */
  readonly open: readonly string[]
  /** Reports that somebody asked. */
  readonly asked: readonly string[]
  /** Says in the main clause that something is not so. */
  readonly denial: readonly string[]
  /** Rejects what was said or believed before. */
  readonly rebuttal: readonly string[]
  /** Reported, by whomever. */
  readonly hearsay: readonly string[]
  /** What follows a name: "(Tom) says that the …", and not "says she …", which tells of Tom. */
  readonly reports: readonly string[]
  /** Something is settled. */
  readonly settled: readonly string[]
  /** What holds for now, or in the place of what is planned or denied. */
  readonly instead: readonly string[]
}
