/** What a question looks for, in one language; see `wordPattern` for the notation. */
export interface AimPhrases {
  /** Always asks how it was. */
  readonly past: readonly string[]
  /** Asks how it was unless the question is about the present or a deadline ("what must I do before Christmas"). */
  readonly before: readonly string[]
  /** The present, or what is to come. */
  readonly present: readonly string[]
  /** A state in the past that a named time turns into history: "where was it hosted in January". */
  readonly state: readonly string[]
  readonly plans: readonly string[]
  readonly denials: readonly string[]
  readonly hearsay: readonly string[]
}

/** A month or season; with `state` it asks for that time. */
export const periods: readonly string[] = [
  '(?:in|during|back in|last|early|late|mid) (?:early |late |mid )?(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|year|19\\d\\d|20\\d\\d)',
  '(?:im|anfang|ende|mitte|letzte[nrs]?) (?:januar|februar|marz|april|mai|juni|juli|august|september|oktober|november|dezember|fruhjahr|fruhling|sommer|herbst|winter|jahr|jahres)',
  '(?:en|au) (?:janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre|printemps|ete|automne|hiver|19\\d\\d|20\\d\\d)',
  '(?:en|em|a|in|nel|no) (?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|janeiro|fevereiro|marco|maio|junho|julho|setembro|outubro|novembro|dezembro|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|verano|invierno|estate|inverno|verao|januari|februari|maart|mei|juni|juli|augustus|oktober|19\\d\\d|20\\d\\d)',
]

const en: AimPhrases = {
  past: [
    'used to(?! (?:it|this|that))|originally|previously|formerly|initially|back then|in the old days|at the time',
    'at first|the first time|at (?:its|the|their) peak|(?:at|in) the (?:very )?(?:beginning|start|outset)',
    'to begin with|when (?:he|she|it|we|they|i) (?:first )?(?:started|began|opened|joined)',
    '(?:was|were|had|did) (?:\\S+ ){0,5}(?:previous|former|original|earlier|initial)',
    '(?:was|were|had) (?:\\S+ ){0,5}old(?!er|est)',
    'the old (?:code|price|rate|rent|address|number|password|port|provider|rule|landlord|version|name|boss|plan)',
    '(?:who|what|which|where) (?:\\S+ ){0,3}(?:predecessor|replaced by)|history of|how (?:has|have|did) (?:\\S+ ){1,5}change',
  ],
  before: ['before', 'earlier', 'in the past', 'last year', 'first'],
  present: [
    "is|are|am|do|does|can|must|should|shall|will|need|needs|may|mustn't|won't|what's|who's|now|nowadays|today|currently|these days",
    'when did|what time|first thing|how long|why|what happened|did we (?:decide|settle|agree)',
  ],
  state: [
    '(?:what|who|whom|where|which|how much|how many)(?: \\S+){0,3} (?:was|were)',
    '(?:what|who|whom|where|which|how much|how many)(?: \\S+){0,3} did (?:\\S+ ){1,5}(?:have|use|cost|pay|charge|earn|get|work|live|deal|run|stand|hold|own|rent)',
  ],
  plans: [
    'plans?|planned|planning|intend(?:s|ed|ing)?|intentions?|ideas?|wish(?:es|ed|list)?|hopes?|hoping|dreams?|consider(?:s|ed|ing)?|thinking (?:about|of)',
    '(?:want|wants|wanted|would like|going) to|might|may we|maybe|undecided|open questions?|in mind|toying',
  ],
  denials: [
    "not|never|no longer|cannot|\\w+n't|nobody|nothing|none|neither|no one|rul(?:e|ed|es|ing) out|reject(?:ed|s)?|den(?:y|ied|ies)|refus(?:e|ed|es)|turn(?:ed)? down|decided against|untrue|false",
  ],
  hearsay: [
    '(?:did|does|do) (?:\\S+ ){1,3}(?:say|said|tell|claim|think|reckon|mention|believe|hear)',
    'according to|who (?:said|told|claims?|claimed|mentioned)|(?:said|say|heard|told) about|rumou?rs?|gossip|hearsay|supposedly|allegedly',
  ],
}

const de: AimPhrases = {
  past: [
    'ursprunglich\\w*|damals|zuerst|anfangs|einst|am anfang|zu beginn|zu anfang|vormals|beim ersten mal|vorherig\\w*|bisherig\\w*|ehemalig\\w*|vorganger\\w*',
    '(?:war|waren|hatten?|hiess) (?:\\S+ ){0,5}alten?',
  ],
  before: ['fruher\\w*', 'vorher', 'zuvor', 'bevor', 'vor (?:dem|der|den|[a-z]+)', 'letztes jahr'],
  present: [
    'ist|sind|muss|musst|kann|darf|soll|sollte|wird|werde|werden|mussen|heute|jetzt|derzeit|aktuell\\w*|momentan|zurzeit|inzwischen|wann|warum|wieso|weshalb|wie lange',
  ],
  state: [
    '(?:was|wer|wen|wem|wo|wie\\w*|welche[rsnm]?)(?: \\S+){0,3} (?:war|waren|hatten?|stand|lag|lief|wohnten?|arbeitete\\w*|zahlten?|kostete\\w*|galt|hiess|nutzten?)',
    '(?:was|wer|wen|wem|wo|wie\\w*|welche[rsnm]?)(?: \\S+){0,3} (?:habe|hat|haben) (?:\\S+ ){1,8}(?:berechnet|gezahlt|bezahlt|verlangt|genommen|gekostet|benutzt|gearbeitet|gewohnt|verdient)',
  ],
  plans: [
    '\\w*plane?[ns]?|geplant\\w*|planst|planung\\w*|absicht\\w*|ideen?|wunsch\\w*|wunsche|vorhaben|uberleg\\w*|erwag\\w*|traum\\w*|vielleicht|(?:haben|habe) (?:\\S+ ){0,3}vor|(?:wollen|wollten) wir|wollte ich',
  ],
  denials: [
    'nicht|nie|niemals|kein\\w*|niemand\\w*|nichts|abgelehnt|ausgeschlossen|verworfen|dementiert|abgesagt|unerwunscht\\w*|gegen .{1,30} entschieden',
  ],
  hearsay: [
    '(?:hat|haben) (?:\\S+ ){1,4}(?:gesagt|erzahlt|behauptet|gemeint)|(?:sagte|sagt|meint|behauptet|erzahlte)|laut|gerucht\\w*|angeblich|wer hat (?:\\S+ ){0,3}(?:gesagt|erzahlt)',
  ],
}

const nl: AimPhrases = {
  past: [
    'oorspronkelijk\\w*|destijds|aanvankelijk|vroeger|voorheen|in het begin|aan het begin|vorige|voormalige?|de eerste keer',
  ],
  before: ['eerder', 'daarvoor', 'voordat', 'voor', 'vorig jaar'],
  present: ['is|zijn|moet|moeten|kan|mag|zal|wordt|nu|vandaag|momenteel|wanneer|waarom|hoe lang'],
  state: ['(?:wat|wie|waar|welke|hoeveel)(?: \\S+){0,3} (?:was|waren|had|hadden|kostte|betaalden?|woonden?|werkten?)'],
  plans: ['plannen|gepland\\w*|van plan|idee|ideeen|wens\\w*|overweg\\w*|misschien|(?:willen|wilden|gaan) we'],
  denials: ['niet|nooit|geen|niemand|niets|afgewezen|uitgesloten|geweigerd'],
  hearsay: ['(?:zei|zegt|vertelde|beweert|gezegd|verteld)|volgens|gerucht\\w*'],
}

const fr: AimPhrases = {
  past: [
    "auparavant|autrefois|a l'origine|initialement|a l'epoque|au debut|au depart|ancien\\w*|precedent\\w*|jadis|la premiere fois",
  ],
  before: ['avant', "l'an dernier|l'annee derniere"],
  present: [
    "est|sont|doit|dois|faut|peut|peux|puis|va|vais|sera|maintenant|actuellement|aujourd'hui|quand|pourquoi|combien de temps",
  ],
  state: [
    '(?:que|qui|ou|quel\\w*|combien)(?: \\S+){0,3} (?:etait|etaient|avait|avions|coutait|payait|payions|habitait|travaillait|utilisait|utilisions)',
  ],
  plans: [
    'projets?|plans?|prevu\\w*|prevoi\\w*|prevoy\\w*|envisag\\w*|intention\\w*|idees?|souhait\\w*|voulons|voulions|peut-etre|compte(?:ons|z)? (?:faire|changer)',
  ],
  denials: ['pas|jamais|aucun\\w*|personne ne|rien|plus jamais|refus\\w*|exclu\\w*|ecarte\\w*|rejete\\w*|ne \\S+ plus'],
  hearsay: ["(?:a|ont) (?:\\S+ )?(?:dit|raconte|pretendu)|qu'a dit|selon|d'apres|rumeurs?|parait"],
}

const es: AimPhrases = {
  past: [
    'originalmente|anteriormente|al principio|al comienzo|en aquel entonces|antiguamente|inicialmente|(?:anterior|antigu[oa]|antiguos|antiguas|anteriores)|solia\\w*|la primera vez',
  ],
  before: ['antes', 'el ano pasado'],
  present: [
    'es|son|esta|debo|debemos|puedo|hay que|tengo|tenemos que|ahora|hoy|actualmente|sera|cuando|por que|cuanto tiempo',
  ],
  state: [
    '(?:que|quien|donde|cual\\w*|cuanto\\w*)(?: \\S+){0,3} (?:era|eran|estaba|tenia\\w*|costaba|pagaba\\w*|vivia\\w*|trabajaba\\w*|usaba\\w*)',
  ],
  plans: [
    'planes|plan|planea\\w*|pensa(?:mos|ndo)|intencion\\w*|ideas?|dese\\w*|quizas?|queremos|queriamos|consider\\w*|vamos a',
  ],
  denials: ['no|nunca|jamas|nadie|nada|ningun\\w*|descarta\\w*|rechaz\\w*|nego'],
  hearsay: ['(?:dijo|dice|conto|dijeron)|segun|rumor\\w*|supuestamente'],
}

const it: AimPhrases = {
  past: [
    "originariamente|in origine|all'inizio|inizialmente|precedentemente|in passato|un tempo|allora|(?:precedente|precedenti|vecchi[oa]) |la prima volta",
  ],
  before: ['prima', "l'anno scorso"],
  present: ['e|sono|devo|dobbiamo|posso|bisogna|adesso|ora|oggi|attualmente|sara|quando|perche|quanto tempo'],
  state: [
    '(?:che|cosa|chi|dove|qual\\w*|quant\\w*)(?: \\S+){0,3} (?:era|erano|aveva\\w*|costava|pagava\\w*|viveva\\w*|abitava\\w*|lavorava\\w*|usava\\w*)',
  ],
  plans: [
    'piani|piano|progett\\w*|pens(?:iamo|ando)|intenzion\\w*|ide[ae]|desider\\w*|forse|vogliamo|volevamo|valut\\w*',
  ],
  denials: ['non|mai|nessun\\w*|niente|nulla|esclus\\w*|rifiut\\w*|scartat\\w*|smentit\\w*'],
  hearsay: ['(?:detto|dice|raccontato|sostiene)|^secondo|voci|pettegolezz\\w*'],
}

const pt: AimPhrases = {
  past: [
    'originalmente|anteriormente|no inicio|no comeco|antigamente|inicialmente|naquela altura|na epoca|(?:anterior|anteriores|antig[oa]s?)|costumava\\w*|a primeira vez',
  ],
  before: ['antes', 'no ano passado'],
  present: ['e|sao|esta|devo|devemos|posso|tenho|temos que|agora|hoje|atualmente|sera|quando|por que|quanto tempo'],
  state: [
    '(?:que|quem|onde|qual|quais|quanto\\w*)(?: \\S+){0,3} (?:era|eram|estava|tinha\\w*|custava|pagava\\w*|morava\\w*|trabalhava\\w*|usava\\w*)',
  ],
  plans: [
    'planos?|planej\\w*|plane(?:amos|ado)|pensa(?:mos|ndo)|intenc\\w*|ideias?|desej\\w*|talvez|queremos|queriamos|pretend\\w*|vamos',
  ],
  denials: ['nao|nunca|jamais|ninguem|nada|nenhum\\w*|descart\\w*|recus\\w*|rejeit\\w*'],
  hearsay: ['(?:disse|diz|contou|disseram)|segundo|boatos?|supostamente'],
}

export const aimPhrases: Readonly<Record<string, AimPhrases>> = { en, de, nl, fr, es, it, pt }
