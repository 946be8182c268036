/** `- [3 days ago, episode ep-…, general] …` */
export const idsIn = (text) => Array.from(text.matchAll(/^- \[[^,\]]+, \w+ ([^,\]\s]+)/gm), ([, id]) => id)

/** A text for a prompt, and the memories in it; `sessionOf` is the session that a memory was said in. */
export function judge({ probe, text, ids }, sessionOf) {
  const sources = ids.map((id) => sessionOf(id))
  if (!probe.isTelling) return { isRight: false, wrong: ids.length, brought: ids.length, isSilent: ids.length === 0 }
  const expected = new Set(probe.from)
  const mayCome = new Set([...probe.from, ...probe.may])
  return {
    // The fact itself, from where it was said: the same word elsewhere is chance.
    isRight: sources.some((source) => expected.has(source)) && probe.says.test(text),
    wrong: sources.filter((source) => !mayCome.has(source)).length,
    brought: ids.length,
    isSilent: ids.length === 0,
  }
}

/**
 * `right`: of the prompts for which something is known, those that brought it. `wrong`: of all memories that were
 * brought, at any prompt, those that do not bear on it. `silence`: of the prompts that want silence, those that got it.
 */
export function score(judged) {
  const telling = judged.filter(({ isTelling }) => isTelling)
  const silent = judged.filter(({ isTelling }) => !isTelling)
  const sum = (list, field) => list.reduce((total, each) => total + Number(each[field]), 0)
  const brought = sum(judged, 'brought')
  return {
    right: sum(telling, 'isRight') / telling.length,
    wrong: brought === 0 ? 0 : sum(judged, 'wrong') / brought,
    silence: sum(silent, 'isSilent') / silent.length,
    tokens: sum(judged, 'tokens') / judged.length,
  }
}
