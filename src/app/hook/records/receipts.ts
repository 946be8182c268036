import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { hookFolder, writePrivateFile } from '../hook-folder.js'

/** What was kept of a session, for the person. It holds ids and counts: the text stays in the store, where it can be erased. */
export interface Receipt {
  /** When it was kept, ISO 8601. */
  readonly at: string
  readonly agentSession: string
  readonly project: string | null
  /** Its memory. */
  readonly id: string
  /** How many memories hooks told in it. */
  readonly told: number
  /** The person was shown it. */
  readonly isShown: boolean
  /** `ww undo` took it back: nothing of this session is kept again. */
  readonly isUndone: boolean
}

const maxReceipts = 200

const pathOf = (dataDir: string): string => join(hookFolder(dataDir), 'receipts.jsonl')

/** Oldest first. */
export function readReceipts(dataDir: string): readonly Receipt[] {
  const path = pathOf(dataDir)
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return []
  return readFileSync(path, 'utf8').split('\n').flatMap(parse)
}

/** One for each session: what is kept of it again takes the place of what was. Of the same memory only the count is news. */
export function addReceipt(dataDir: string, receipt: Receipt): void {
  const receipts = readReceipts(dataDir)
  const before = receipts.find(({ agentSession }) => agentSession === receipt.agentSession)
  const others = receipts.filter((each) => each !== before)
  const isSame = before?.id === receipt.id
  const updated = receipts.map((each) => (each === before ? { ...each, told: receipt.told } : each))
  write(dataDir, isSame ? updated : [...others, receipt])
}

export function changeReceipts(
  dataDir: string,
  ids: readonly string[],
  change: Partial<Pick<Receipt, 'isShown' | 'isUndone'>>,
): void {
  write(
    dataDir,
    readReceipts(dataDir).map((each) => (ids.includes(each.id) ? { ...each, ...change } : each)),
  )
}

const write = (dataDir: string, receipts: readonly Receipt[]): void =>
  writePrivateFile(
    pathOf(dataDir),
    receipts
      .slice(-maxReceipts)
      .map((each) => `${JSON.stringify(each)}\n`)
      .join(''),
  )

/** Skips lines that a crash cut off. */
function parse(line: string): readonly Receipt[] {
  try {
    const receipt: Partial<Receipt> | null = JSON.parse(line)
    return typeof receipt?.id === 'string' && typeof receipt.at === 'string' ? [receipt as Receipt] : []
  } catch {
    return []
  }
}
