/**
 * Phrases by which people and agents mark what a session came to, in English and German. A sentence in another language is
 * judged by its place in the session alone.
 */
const either = (...phrases: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}_])(?:${phrases.join('|')})(?![\\p{L}\\p{N}_])`, 'iu')

/** Why something is so. */
export const explains = either(
  'root cause|(?:cause|reason|problem|culprit|bug|issue|fix|solution|trick|key) (?:was|is)|turns out|turned out',
  "because|caused by|due to|came from|comes from|therefore|which is why|that is why|that[’']s why|hence|thus|as a result",
  'so that|(?<=, )so|and so',
  "without an?|never removed|not thread.safe|does not|do not|doesn[’']t|don[’']t",
  'weil|deshalb|daher|deswegen|darum|Ursache|Grund|lag an|liegt an|liegt daran|lag daran|wegen|sodass|damit',
)

/** What was chosen, or will hold from now on. */
export const decides = either(
  "decid(?:e|ed|ing)|decision|agreed|settled on|let[’']?s (?:use|keep|go with|stick|switch|drop|stop|not|do)",
  "we(?:[’']ll| will| should| must)? (?:use|keep|go with|stick|switch|drop|store|write)|i (?:prefer|want)|prefer(?:s|red)?",
  'instead of|rather than|instead|from now on|by convention|chose|chosen|switch(?:ed)? to|replaced (?:by|with)|no longer|not any ?more',
  'must (?:not|never|stay|be)|may (?:be|not)|have to stay|never|always|only|everywhere|not this|nobody minds',
  'wir (?:nehmen|nutzen|verwenden|bleiben|machen|behalten)|entschieden|Entscheidung|statt|stattdessen|ab jetzt|ab sofort|künftig',
  'immer|nie|niemals|nur noch|darf nicht|dürfen nicht|muss|müssen|nicht mehr|behalten|kein(?:e|en)?',
)

/** What was left aside. */
export const rejects = either(
  "rejected|ruled out|not worth|won[’']t (?:use|do)|don[’']t (?:love|like|want)|no-go|can[’']t do|didn[’']t help|did not help|would (?:only )?(?:move|hide|break|fail)",
  'too (?:slow|big|small|heavy|expensive|risky)|awful|overkill|against',
  'verworfen|lohnt sich nicht|hilft nicht|zu (?:klein|groß|langsam|teuer|aufwendig)|dagegen|lieber nicht',
)

/** What was done, as a report says it. */
export const reports = either(
  'fixed|changed|moved|added|removed|replaced|renamed|raised|bumped|set|sets|reverted|switched|registered|generated|deleted|now|instead',
  'geändert|ergänzt|entfernt|ersetzt|umgestellt|eingerichtet|behoben|jetzt|nun|gelöscht|umbenannt',
)

/** What remains to be done. */
export const remains = either(
  'still (?:to|has|have|missing|open|wrong|fails?|failing|broken|not|needs?|expose)|not yet|remaining|remains to|(?:are|is) left|(?:is|are|still) missing|todo|follow-up|untested|unverified|not (?:been )?(?:verified|tested|done|reindexed|migrated)|has to be|have to be|needs? to be|to be (?:added|done)|have to|still has|nobody has|blocked|next step|what we need next|before the release|i have not|next is|plan:',
  'offen|fehlt noch|fehlen noch|noch (?:nicht|kein|keine|einen|eine|zu)|brauchen wir noch|steht noch aus|stehen noch aus|muss noch|müssen noch|nicht angefasst|nächster Schritt',
)

/** Guesses, which later sentences confirm or not. */
export const guesses = either(
  'might|may be|maybe|probably|most likely|perhaps|could be|could|should fix|should work|i think|i suspect|my guess|possibly|looks like|seems',
  'vielleicht|vermutlich|wahrscheinlich|könnte|ich glaube|scheint',
)

/** What the agent is about to do, and what it says to be polite. */
export const announces =
  /^(?:(?:okay|ok|right|good|great|perfect|sure|understood|interesting|hm+|ah|now|next|then|first|so|and|gut|gerne|klar|alles klar|zuerst|jetzt)[,.!:]?\s+)*(?:i['’]?ll|i will|i['’]?m going to|i am going to|i['’]?d (?:put|compare|start)|let me|let['’]?s (?:see|look|check|try|avoid|start|find)|i['’]?m (?:checking|looking|reading|running|trying)|looking (?:at|into)|checking|running|reading|we(?:['’]ll| will) (?:see|look)|ich (?:sehe|schaue|prüfe|lese|suche|werde|fange)|schauen wir|mal sehen)\b/iu

/** Sentences that tell nothing: thanks, praise, "all tests pass", offers of help. */
export const saysNothing =
  /^(?:(?:ok|okay|hi|hey|hello|thanks|thank you|thx|ty|great|good|nice|perfect|amazing|awesome|super|cool|sure|yes|yep|yeah|no|done|fixed|all done|reproduced|understood|agreed|right|exactly|correct|you['’]re (?:right|welcome|a star)|got it|makes sense|sounds good|great choice|good (?:question|catch|catches|point|idea)|found it|there it is|i see|here['’]s what we have now|where we are|fertig|erledigt|danke|vielen dank|bitte|gut|gerne|alles klar|prima|klar|ja|nein|genau)[\s,.!:;–—-]*)+$|\b(?:let me know|happy to|would you like|do you want me|feel free|hope (?:that|you|i)|looks good|i hope|nice tests|anything else|sag (?:mir )?bescheid|melde dich|soll ich)\b|^(?:all )?(?:the |die |alle )?(?:[\d,.]+ )?(?:\w+ )?(?:tests?|specs?|checks?|builds?|suite)(?: all| jetzt| now)? (?:pass|passed|passes|succeeds?|ok|green|laufen(?: durch)?|grün|sind grün)\b[^,;]*$|^(?:pushed|committed|gepusht)\b/iu

/** Begins a question of someone who leaves the mark out. */
export const begsQuestion =
  /^(?:(?:ok|okay|and|but|so|und|aber)[,\s]+)*(?:can (?:we|you|i)|could (?:we|you)|should (?:we|i)|what|why|how|where|which|who|is (?:it|there|that)|are there|do (?:we|you)|does|kann(?:st)?|könn(?:en|ten)|soll(?:en)?|warum|wieso|wie|wo|welche[rs]?|gibt es)\b/iu

/** Takes back what was said before. */
export const takesBack = either(
  "that[’']?s not it|that is not it|not it|didn[’']?t help|did not help|still (?:fails|failing|broken|the same|\\d)|i was wrong|you[’']?re right, i was|revert(?:ed)? (?:that|it)|undo that|wasn[’']?t (?:it|the)|isn[’']?t (?:it|the)|so it (?:isn|wasn)[’']t|never mind that",
  "das war(?:[’']?s)? es nicht|daran liegt es nicht|hilft nicht|immer noch|ich lag falsch|falsch gelegen|mach das rückgängig|nimm das zurück",
)

/** Agrees with what the agent proposed. */
export const agrees =
  /^(?:(?:ok|okay|yes|yep|yeah|sure|agreed|right|great|good|perfect|sounds (?:good|right)|go ahead|do (?:it|that|so)|please do|ja|gut|genau|klar|passt|so machen|einverstanden|mach das|alles klar)\b[\s,.!:;–—-]*)/iu

/** Words in which a person puts a rule, besides those that `instructionsIn` knows. */
export const demands = either(
  'no [\\p{L}-]+ (?:exports?|please|in this)|please(?: use)? no|never|always|must|only|everywhere|everybody|from now on|stay|keeps?|not (?:by hand|this)|has to|have to|remember|otherwise',
  'nie|niemals|immer|muss|müssen|darf|dürfen|nur|ab jetzt|ab sofort|bitte kein(?:e|en)?|merk dir|sonst',
)
