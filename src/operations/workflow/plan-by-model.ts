import { WorldWeaverError } from '../../errors.js'
import type { Asked, ProbeHit } from '../../memory/workflow/planning/asked.js'
import { fromModelPlan, type ModelPlanned } from '../../memory/workflow/planning/model/plan-answer.js'
import { toPlanRequest } from '../../memory/workflow/planning/model/plan-request.js'
import type { LanguageModel } from '../../ports/language-model.js'
import { askInTime } from './ask-in-time.js'

/** WPL4: the model's plan within the limits of WPL1, or an error that says why there is none. */
export async function planByModel(
  asked: Asked,
  mayAsk: boolean,
  probe: readonly ProbeHit[],
  model: LanguageModel,
  remainingMs: number,
): Promise<ModelPlanned> {
  const answer = await askInTime(model, toPlanRequest(asked, mayAsk, probe), remainingMs)
  const planned = fromModelPlan(answer, asked, mayAsk)
  if (planned === undefined) throw new WorldWeaverError('internal_error', `${model.name} answered in another shape`)
  return planned
}
