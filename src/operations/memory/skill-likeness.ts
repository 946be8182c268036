import type { Procedure } from '../../memory/procedural/procedure.js'
import { purposeOf } from '../../memory/procedural/skill-score.js'
import { cosine, inverseNorm } from '../../memory/recall/ranking/cosine.js'
import type { Embedder } from '../../ports/embedder.js'

/** A pasted page says what it is for at its beginning. */
const maxLength = 1_000

/**
 * PRO3: how alike the task, in its best wording, is to what each skill is for; undefined for a text without meaning to the
 * model. The vectors are made at recall: of a skill only its text and its answers have stored ones, and none has both
 * name and trigger without the steps.
 */
export async function likenessTo(
  wordings: readonly string[],
  skills: readonly Procedure[],
  embedder: Embedder,
): Promise<readonly (number | undefined)[]> {
  const [asked, purposes] = await Promise.all([
    Promise.all(wordings.map((wording) => embedder.embedQuery(wording))),
    embedder.embed(skills.map((skill) => purposeOf(skill).slice(0, maxLength))),
  ])
  const meant = asked.filter((vector) => inverseNorm(vector) > 0)
  return purposes.map((vector) =>
    meant.length === 0 || inverseNorm(vector) === 0
      ? undefined
      : Math.max(...meant.map((wording) => cosine(wording, vector))),
  )
}
