import { isQuestion } from '../recall/query/question.js'

// All patterns match at the beginning, where a correction is announced.
const saysNo =
  /^\W*(?:no|nope)\b(?!\s+(?:problem|worries|worry|need|thanks|thank|idea|rush|matter|doubt|one|way|longer|more|wonder)\b)\W+\p{L}/iu
const saysWrong =
  /^\W*(?:(?:wrong|incorrect)(?=\W*$|[.,!:;])|(?:that|this|it)(?:['’]s| is| was)(?: still| just| simply)? (?:not (?:right|correct|true|what i)|wrong|incorrect|false)\b|(?:that|it) (?:isn['’]t|wasn['’]t) (?:right|correct|true|what i)\b|you(?:['’]re| are| were) (?:wrong|mistaken)\b)/iu
const saysWhatWasMeant =
  /^\W*(?:i meant(?! to)\b|i (?:already )?said\b.*\bnot\b|i (?:didn['’]t|did not) (?:mean|ask|say)\b|i asked for\b|not (?:that|this|what i)\b|you (?:forgot|missed|misunderstood|mixed up|should have|shouldn['’]t have|should not have)\b)/iu
const saysActually = /^\W*(?:sorry,? )?actually\b/iu
// "No, I have no other questions", "No further questions", "No, not for now": nothing is said about the answer.
const hasNothingMore =
  /^\W*no\W+(?:(?:sorry\W+)?i (?:do not|don['’]t|have|haven['’]t)(?: have| got| need)?(?: any| no)?(?: other| further| more| additional)*(?: questions?| requests?| wishes| anything(?: else)?| nothing(?: else)?)(?=\W*$|[.!,;]|\s+(?:for|right|now|at|today|then|thanks?|about)\b)|(?:(?:other|further|more|additional) )+(?:questions?|requests?|wishes)|(?:nothing|not) (?:else|(?:right |for )?now|at the moment|today|that i (?:know|can think) of)|i think (?:that(?:['’]s| is)|we(?:['’]re| are)) (?:all|it|done|good)|we(?:['’]re| are) (?:all )?(?:done|good|set|finished)|all (?:good|set|done|clear)|that (?:answers|covers|does|settles)\b)/iu
const declines =
  /^\W*no\W+(?:thanks|thank you|that(?:['’]s| is| was| will be) (?:all|it|fine|enough|okay|ok|everything|great|good|perfect|right|correct)|i(?:['’]m| am) (?:all )?(?:good|fine|done|set)|nothing|it(?:['’]s| is) (?:fine|ok|okay|good|right|correct))\b/iu

/**
 * RSB2, RSB3: whether the user's next input says that the answer was wrong. "No" is no correction when the answer was a
 * question. "Actually, can you also …?" is a new request; "Actually, it is 8081." is a correction.
 */
export function isCorrection(nextInput: string, answered: string): boolean {
  const text = nextInput.trim()
  if (hasNothingMore.test(text)) return false
  if (saysNo.test(text)) return !declines.test(text) && (!isQuestion(answered) || saysWrong.test(afterNo(text)))
  return saysWrong.test(text) || saysWhatWasMeant.test(text) || (saysActually.test(text) && !isQuestion(text))
}

const afterNo = (text: string): string => text.replace(/^\W*(?:no|nope)\W+/iu, '')
