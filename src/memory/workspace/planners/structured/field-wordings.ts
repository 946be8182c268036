/** GWT19: the verbs by which people mean a field, with the last words of the names that the field may have. */

const wordings: readonly (readonly [fields: string, verbs: string])[] = [
  ['author writer', 'wrote write writes written writing'],
  ['director', 'directed direct directs'],
  ['artist singer band performer', 'sang sing sings sung performed performs'],
  ['maker brand manufacturer make producer', 'made makes make manufactured manufactures produced produces'],
  ['vendor supplier seller', 'supplied supplies supply sells sell'],
  ['customer buyer client', 'bought buys buy'],
  ['assignee owner', 'assigned'],
  ['owner', 'own owns owned'],
  ['manager lead leader head', 'manages manage managed leads lead led'],
  ['teacher instructor lecturer', 'teaches teach taught'],
  ['founder', 'founded'],
  ['inventor', 'invented'],
  ['payer by', 'paid pay pays'],
  ['year released release published publication publish', 'published released out'],
  ['start started begin begins hired joined', 'started start starts began begin begins joined hired'],
  ['end ended finish finished ends', 'ended end ends finished finish finishes'],
  ['due deadline', 'due'],
  ['created opened reported', 'created opened reported'],
]

const fieldsOfVerb: ReadonlyMap<string, readonly string[]> = new Map(
  wordings
    .flatMap(([fields, verbs]) => verbs.split(' ').map((verb) => [verb, fields.split(' ')] as const))
    // "pay" and "made" mean several; the first entry of a verb wins only over later ones.
    .reverse(),
)

/** Words of field names that the verb may mean, likeliest first. */
export const fieldsMeantBy = (verb: string): readonly string[] => fieldsOfVerb.get(verb) ?? []

/** What happened once and holds for ever: who wrote it is its author. */
const events = new Set(
  `wrote written write directed direct sang sing sung made make produced founded found invented published released out
  came come created create opened reported bought ordered sold started start began begin joined hired ended finished built
  born`.split(/\s+/),
)
export const isEventVerb = (verb: string): boolean => events.has(verb)
