/**
 * Sentences that hold for any task: rules, prohibitions, preferences and decisions. They are recognised by where the
 * word of ruling stands: at the beginning of a sentence, beside the one who follows the rule, or at the end
 * ("eu-central-1 only"). "The test never passed" tells what happened, and is no rule.
 */
const forms: readonly RegExp[] = [
  // At the beginning: "Never semicolons", "No barrel files", "Only eu-central-1", "Niemals …", "Keine …", "Jamais …".
  /^(?:please |bitte )?(?:never|always|only|no|avoid|prefer|use|don['’]t|do not|must(?: not)?|nie(?:mals)?|immer|nur|kein(?:e[nrms]?)?|stets|ausschließlich|bitte|vermeide|verwende|nutze|jamais|toujours|pas de|uniquement|nunca|siempre|solo|sólo|mai|sempre|nooit|altijd|alleen)\s/iu,
  // At the end: "eu-central-1 only", "Semikolons nie", "Semikolons sind verboten".
  /\s(?:only|never|always|forbidden|required|mandatory|not allowed|nie(?:mals)?|immer|verboten|vorgeschrieben|pflicht|seulement|interdit|prohibido|vietato|verboden)[.!]*$/iu,
  // Beside the one who follows it: "we never …", "you must …", "wir … nie …", "man darf …", "you only deploy …".
  /\b(?:we|you|one|everyone|everybody|nobody|they|i|team)\s(?:\p{L}+\s)?(?:never|always|only|must|mustn['’]t|prefer|dislike|avoid|do not|don['’]t|agreed|decided|use|refuse)\b/iu,
  /\b(?:wir|man|ihr|du|alle|niemand|team)\s(?:\p{L}+\s){0,3}(?:nie|niemals|immer|nur|darf|dürfen|muss|müssen|soll|sollen|verwenden|benutzen|nutzen|beschlossen)\b/iu,
  /\b(?:darf|dürfen|soll|sollen)\s(?:\p{L}+\s){0,3}(?:nicht|nie|kein(?:e[nrms]?)?|nur)\b/iu,
  /\b(?:muss|müssen)\s(?:\p{L}+\s){0,6}\p{L}+(?:en|t)\b/iu,
  // Modal verbs and nouns of ruling, whoever follows: "Passwords must be hashed", "Decision: …", "It must not …".
  /\b(?:must(?: not|n['’]t)?|mustn['’]t|may not|is not allowed|are not allowed|prefers?|dislikes?|refuses?)\b/iu,
  /\b(?:rule|decision|decided|convention|policy|agreed|regel|entscheidung|entschieden|konvention|vereinbart|vereinbarung|beschluss|règle|regla|regola)\b/iu,
]

/** What happened, though a word of ruling is in it: "never worked", "hat nie funktioniert". */
const narrates =
  /\b(?:never|always|only) (?:\p{L}+ed|was|were|had|did|got|came|went|ran|saw|worked)\b|\b(?:hat|hatte|war|wurde|haben|hatten) (?:\p{L}+ )?(?:nie|immer|nur)\b/iu

const sentenceEnd = /(?<=[.!?])\s+|\n+/u

/** Whether a sentence of the text is a rule. */
export const isStandingRule = (text: string): boolean =>
  text
    .split(sentenceEnd)
    .map((sentence) => sentence.replace(/^[-*\s]+/, '').trim())
    .some((sentence) => forms.some((form) => form.test(sentence)) && !narrates.test(sentence))
