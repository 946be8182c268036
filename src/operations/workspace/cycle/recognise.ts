import type { JsonObject, StoredMemory } from '../../../memory/memory.js'
import { factsIn } from '../../../memory/reading/facts.js'
import { namesIn } from '../../../memory/reading/names.js'
import { toRecognised } from '../../../memory/reading/recognised.js'
import { readText, type TextReading } from '../../../memory/reading/text-reading.js'
import { loadDateParser } from '../../../memory/recall/query/date-parser.js'
import type { OperationContext } from '../../machinery/operation-context.js'
import { runInSlices, yieldIfDue } from '../../machinery/run-in-slices.js'

type Reader = (memory: StoredMemory) => TextReading | Promise<TextReading>

/** Reads memories in slices; loads the libraries on first use. */
export async function createReader(context: Pick<OperationContext, 'signal'>): Promise<Reader> {
  const parse = await loadDateParser()
  return ({ text, happenedAt }) => runInSlices(readText(text, happenedAt, parse), context)
}

/** GWT20: what was recognised in each, in their order. */
export async function recogniseIn(
  memories: readonly StoredMemory[],
  context: Pick<OperationContext, 'signal'>,
): Promise<readonly JsonObject[]> {
  if (memories.length === 0) return []
  const read = await createReader(context)
  const recognised: JsonObject[] = []
  for (const memory of memories) {
    const reading = await read(memory)
    recognised.push(toRecognised(reading, factsIn(memory.text, reading), await namesIn(memory.text)))
    await yieldIfDue(context)
  }
  return recognised
}
