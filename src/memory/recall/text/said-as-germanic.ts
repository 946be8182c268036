import type { SaidAsPhrases } from './said-as-phrases.js'

const en: SaidAsPhrases = {
  plan: [
    '(?:we|i|they|he|she|team) might(?! have)',
    '(?:we|i) may(?! (?:have|be))',
    '^(?:so |and |but |ok |hm+ )?(?:maybe|perhaps|possibly)(?! (?:because|due))',
    '(?:we|i|they) (?:maybe|perhaps|possibly)',
    "(?:(?:we're|i'm|we are|i am|they're|he's|she's|is|are) (?:still )?|^(?:still )?)(?:thinking (?:about|of)|considering|toying with|dreaming of|leaning towards?|pondering|debating|contemplating|planning (?:to|on|a|an|for)|hoping to|hoping for|wondering (?:whether|if|about))",
    "(?:i|we)(?:'d| would) (?:really |also |so |rather )?(?:love|like) (?:to(?! be)|a|an|some|one day)",
    "^(?:it )?(?:would|'d) be (?:nice|great|good|cool) to",
    '(?:i|we) (?:(?:hope|intend|aim|plan)(?: to| we| i| for)|wish (?:for|to|we could|i could)(?! have))',
    '(?:i|we) (?:could|should) (?:maybe|perhaps|probably|also|really|consider|try|switch|move|think|look|one day)',
    "(?:should|shall) (?:we|i)|what if we|how about we|why don't we",
    '^(?:the )?(?:\\w+ )?(?:plan|idea|wish|dream|wish ?list)(?::| is to| would be| for (?:next|the))',
    '(?:one day|some ?day|at some point)(?: when| we| i|$)',
    'not (?:quite )?sure (?:yet )?(?:whether|if) (?:we|i|to)',
  ],
  condition: [
    "if (?:we|i|they) (?:\\S+ ){1,8}(?:we|i|they)(?: will| would| could| might|'ll|'d)(?! (?:always|never))",
    "(?:we|i|they)(?: would| could| might|'d) (?:\\S+ ){1,8}if (?:we|i|they|the)",
  ],
  intent: [
    "(?:i'm|we're|i am|we are)(?: also| now)? (?:going to|gonna) (?!bed|the|a|an|my|our|sleep|see|work|school|church)[a-z]+",
    '^(?:\\S+ )?(?:i|we) (?:also )?want to(?! (?:be|know|see|hear))',
  ],
  open: [
    "(?:haven't|have not|hasn't|not|nothing)(?: yet| been| is)? (?:said yes|decided|signed|promised|agreed|committed|final|settled)(?: yet)?",
    "(?:no promises?(?: made)?|thinking (?:out loud|aloud)|undecided|tbd|to be decided|up in the air|we'll see|wait and see|let's see$|just an idea|only an idea|on the fence)",
    "(?:i|we)(?:'d|'ll| will| would| have to| need to) think about it",
  ],
  asked: [
    '(?:asked|asks|is asking|was asking|keeps asking|wondered|wonders|wants to know|wanted to know|inquired|enquired)(?: me| us| him| her| them| [a-z]+)?(?: again| today| yesterday)? (?:whether|if|when|what|where|who|why|which|how)',
    '^(?:somebody|someone|everybody|everyone) (?:is )?ask(?:ed|ing) about',
  ],
  denial: [
    "(?:we|they|he|she|it|i) (?:do not|does not|did not|don't|doesn't|didn't) (?:actually |even |really )?(?:use|supply|own|belong|sell|offer|support|deliver to|work (?:for|at|with)|live|employ|rent|host|run on)(?! (?:on|before|after|until))",
    "[a-z]+ (?:do not|does not|did not|don't|doesn't|didn't) (?:actually |even |really )?(?:use|supply|own|belong to|work (?:for|at|with)|live (?:in|at|with))",
    '(?:no longer|not) (?:(?:a|an|the|our|my|his|her|their) (?:customer|client|supplier|member|partner|landlord|owner|employee|boss|case|cause|reason|problem)|use[sd]?|works?|lives?|suppl(?:y|ies)|owns?|employed|true|the case|offered|supported|in use|with us)',
    "(?:isn't|aren't|wasn't|weren't) (?:a|an|the|our|my|his|her|their|from|in use|true)",
    '(?:is|was|are|were) not (?:our|my|his|her|their|ours)',
    "(?:it|that|this)(?: is| was|'s) not (?:a|an|the|our|my|his|her|their|from|true|in use)",
    "(?:we|i|they|he|she)(?: have| has|'ve|'s| had)? never (?:used|signed|said|agreed|promised|happened|sold|supplied|owned|worked|lived|ordered|hired|paid|bought|went|been|had)",
    'was never (?:true|signed|agreed|decided|built|used|the)|never happened',
    "(?:don't|doesn't|do not|does not|isn't|aren't|is not|are not) (?:\\S+ ){1,5}any ?more$",
  ],
  rebuttal: [
    "^(?:so |ah |oh |but )?no[,:.]? (?:it|that|this|we|i|he|she|they)(?:'s| is| was| are| were| do| does| did| have| has)? ?(?:not|never|didn't|don't|doesn't|isn't|wasn't|aren't|weren't|haven't|hasn't)",
    "turns out (?:\\S+ ){1,6}(?:not|never|isn't|wasn't|don't|doesn't|didn't|aren't|weren't)",
    "^(?:but |and |no[,:.]? )?(?:it|that|this|he|she|they|we) (?:isn't|wasn't|doesn't|don't|didn't|aren't|weren't|is not|was not|did not|never did)(?:$|,)",
    '^no (?:\\S+ ){1,4}after all',
    "(?:is|was|are|were)(?:n't| not)? (?:a myth|a false rumou?r|false|untrue|not true|simply wrong)",
    "^(?:it is |it's |that is |that's )?not true(?: that)?",
  ],
  hearsay: [
    '(?:apparently|allegedly|supposedly|reportedly|purportedly)',
    "(?:i|we)(?: have|'ve)? (?:just )?heard(?: that| from| [a-z]+ (?:is|are|was|has|will|wants|might)| (?:the|our|they|he|she) [a-z]+)",
    '^(?:just )?heard (?:that|from|the|they)',
    'rumou?r (?:has it|is|says)|rumou?rs? (?:of|about|that)|word is|word has it|the gossip is|gossip:',
    '(?:they|people|neighbours|neighbors|folks|everybody|everyone|somebody|someone) (?:say|says|said|claim|claims|claimed|reckon|reckons|think)(?! (?:hi|hello|yes|no)\\b)',
    '(?:claims|claimed|reckons|reckoned|alleges|alleged) (?!back|for)[a-z]+',
    'according to (?!the |our |my |a |an |this |plan|schedule|docs|policy|law)[a-z]+',
  ],
  reports: [
    "(?:says|said|tells (?:me|us)|told (?:me|us))(?: today| yesterday)?(?: that)? (?!that |to |no\\b|yes\\b|so\\b|hi\\b|hello|thank|sorry|good|ok|it's (?:ok|fine)|she|he|they|i\\b|i'|we|you|her|his|their|him|them|me\\b|us\\b|about|at |on |in |after|nothing|something|a few)[a-z]+ \\S+ \\S+",
    '(?:mentioned|heard|thinks|believes|suspects) that (?!she|he|they|i\\b|we)[a-z]+',
  ],
  settled: ['(?:decided|signed|booked|ordered|confirmed|agreed|paid|bought|done|settled|moved|switched)'],
  instead: [
    "(?:since|from now on|as of|for now|currently|at the moment|until then|meanwhile|instead|now|but|only|so it's|so we)",
  ],
}

const de: SaidAsPhrases = {
  plan: [
    '(?:vielleicht|eventuell|evtl\\.?|moglicherweise|womoglich|unter umstanden)',
    '(?:uberlege|uberlegen) (?:gerade |noch |schon |derzeit )?(?:ich|wir|uns|mir|ob|,|$|zu|auf|aus)|(?:ich|wir) (?:uberlege|uberlegen)|^(?:(?!hat|hab)\\S+ ){1,4}uberlegt(?: sich)?(?: gerade| noch)?,? (?:ob|zu|aus|nach|auf|einen|eine|das|die|den|von)',
    '(?:denke|denken|denkt) (?:gerade |schon |noch )?(?:daran|daruber nach|uber (?:\\S+ ){1,5}nach)',
    'hatten? (?:\\S+ )?(?:am liebsten|gerne?|lieber)',
    '(?:wurden?|mochten?) (?:ich |wir )?(?:\\S+ ){0,2}(?:gerne?|am liebsten|irgendwann) (?:\\S+ ){0,5}\\S+en$',
    '(?:ich|wir) (?:plane|planen|beabsichtigen?|erwagen?|traumen?|hoffe|hoffen)|(?:habe|haben) (?:\\S+ ){0,4}vor(?:,|$)|geplant (?:ist|ware)|spiele[n]? mit dem gedanken',
    '(?:sollen|sollten) wir|soll ich|wie ware es',
    '(?:wir|ich) konnten? (?:ja|auch|mal|vielleicht)',
    '^[a-z]*(?:plan|idee|uberlegung|wunsch|traum)(?::| ist,?| ware)',
    'irgendwann (?:mal )?(?:mochte|will|wurde|wollen|konnte)',
    '(?:weiss|wissen) noch nicht,? ob',
  ],
  condition: ['(?:falls|wenn) (?:wir|ich) (?:\\S+ ){1,8}(?:werden|wurden|konnten|konnen|wollen) (?:wir|ich)'],
  intent: [
    '(?:wir|ich) (?:wollen|will|werden|werde) (?:\\S+ ){1,7}(?:umsteigen|wechseln|umziehen|kaufen|bauen|mieten|einfuhren|ausprobieren|testen|umstellen|grunden|aufmachen|anschaffen)',
  ],
  open: [
    '(?:noch )?(?:nichts|nicht|nix) (?:entschieden|unterschrieben|versprochen|zugesagt|beschlossen|fest|fix)',
    '(?:mal (?:sehen|schauen|gucken)|ist noch offen|noch unklar|nur (?:so )?ein(?:e)? (?:idee|gedanke)|laut gedacht)',
  ],
  asked: [
    '(?:fragte|fragt|fragten|gefragt|will wissen|wollte wissen|wollten wissen|erkundigte sich)(?: mich| uns| heute| gestern| nach)?,? (?:ob|wann|was|wo|wer|warum|welche[rsnm]?|wie)',
  ],
  denial: [
    '(?:wir|sie|er) (?:nutzen|benutzen|verwenden|beliefern|nutzt|verwendet|besitzt|liefern|arbeitet|wohnt|lebt) (?:\\S+ ){0,3}(?:nicht|keine?n?)(?: mehr)?(?: \\S+){0,3}$',
    '(?:arbeitet|wohnt|lebt|gehort|nutzt|verwendet|benutzt) (?:\\S+ ){0,4}(?:nicht|keine?n?) (?:mehr )?(?:\\S+ ){0,3}\\S+$',
    '(?:ist|sind|war|waren) (?:\\S+ ){0,2}(?:kein|keine|keiner|nicht (?:der|die|das|mein|meine|unser|unsere|mehr (?:unser|unsere|mein|meine|im|in|bei)))',
    '(?:hat|haben|habe|war|waren) (?:\\S+ ){0,3}(?:nie|niemals) (?:\\S+ ){0,4}(?:gesagt|benutzt|verwendet|unterschrieben|bestellt|gewohnt|gearbeitet|beliefert|zugesagt|versprochen)',
  ],
  rebuttal: [
    '^nein,? (?:wir|es|das|er|sie|ich) (?:\\S+ ){1,5}(?:nicht|keine?n?|nie)',
    '(?:es|das) lag (?:also |doch )?nicht an|(?:stimmt|stimmte) (?:so |gar |doch )?nicht|ist nicht wahr|ist (?:ein|nur ein) gerucht',
    '(?:doch|nun doch|jetzt doch|also doch) (?:nicht|keine?n?)',
    'es war (?:also |doch )?nicht (?:der|die|das)',
  ],
  hearsay: [
    '(?:angeblich|anscheinend|gerüchteweise|geruchteweise|vermeintlich)',
    '(?:ich |wir )?(?:hab|habe|haben) gehort|gehort,? dass|es heisst,? \\S+|man sagt|man munkelt|geruchten zufolge|dem vernehmen nach',
    '(?:behauptet|behauptete|behaupten|meint)(?:,| dass)',
    'laut (?!hand|plan|vertrag|anleitung|display|log|doku|rechnung|angebot|gesetz|dem |der |den |einem|einer|meinem|meiner|unserem|unserer|und |gedacht|aber )[a-z]+ (?:ist|sind|war|hat|haben|soll|wird|kommt|gibt|macht|zieht)',
    'soll(?:en)? (?:\\S+ ){1,7}(?:sein|haben|werden|worden sein)$',
  ],
  reports: [
    '(?:sagt|sagte|hat (?:mir |uns )?(?:gesagt|erzahlt)|erzahlt|erzahlte|meinte)(?: mir| uns)?,? (?:dass )?(?!dass |sie|er |ich|wir|ihr|seine?|erst|nein|ja|nichts|danke|hallo)[a-z]+ \\S+ \\S+',
  ],
  settled: [
    '(?:entschieden|beschlossen|bestellt|gebucht|unterschrieben|gekundigt|bezahlt|umgestellt|umgezogen|beauftragt)',
  ],
  instead: ['(?:seit|ab sofort|vorerst|bleibt|bleiben|derzeit|momentan|inzwischen|jetzt|stattdessen|sondern|aber|nur)'],
}

const nl: SaidAsPhrases = {
  plan: [
    '(?:misschien|wellicht|eventueel|mogelijk)',
    '(?:denk|denken|denkt) (?:\\S+ ){0,2}(?:erover|eraan) (?:na )?(?:om)?',
    '(?:overweeg|overwegen|overweegt|twijfelen? of)',
    '(?:zou|zouden) (?:\\S+ ){0,3}(?:graag|willen|het liefst)',
    '(?:ben|zijn|is) (?:\\S+ )?van plan',
    '^(?:het )?[a-z]*(?:plan|idee)(?::| is om)',
    '(?:zullen|moeten) we (?:niet|misschien)|(?:ik|we) (?:hoop|hopen)',
  ],
  condition: ['(?:als|indien) (?:we|wij|ik) (?:\\S+ ){1,8}(?:zullen|zouden|gaan|kunnen) (?:we|wij|ik)'],
  intent: ['(?:we|ik) (?:willen|wil|gaan|ga) (?:\\S+ ){0,7}(?:overstappen|verhuizen|kopen|bouwen|huren|proberen)'],
  open: [
    '(?:nog )?(?:niets|niet) (?:besloten|getekend|beloofd|afgesproken)',
    'we zien wel|even afwachten|hardop denken',
  ],
  asked: [
    '(?:vroeg|vraagt|gevraagd|wil weten|wilde weten)(?: me| mij| ons)?,? (?:of|wanneer|wat|waar|wie|waarom|hoe|welke)',
  ],
  denial: [
    '(?:we|wij|hij|ze|zij|[a-z]+) (?:gebruiken|gebruikt|leveren|werkt|woont) (?:\\S+ ){0,3}(?:niet|geen)(?: meer)?(?: \\S+){0,3}$',
    '(?:is|zijn|was|waren) (?:\\S+ )?(?:geen|niet (?:de|het|onze?|mijn|meer (?:de|onze?|bij|in)))',
  ],
  rebuttal: [
    '^nee,? (?:we|het|dat|hij|ze|ik) (?:\\S+ ){1,5}(?:niet|geen|nooit)',
    'toch (?:niet|geen)|(?:is|was) niet waar|klopt niet|het lag niet aan',
  ],
  hearsay: [
    '(?:schijnbaar|blijkbaar|naar verluidt|zogenaamd|het schijnt)',
    '(?:ik|we) (?:heb|hebben|hoorde|hoorden) (?:gehoord|dat)|gehoord dat|ze zeggen dat|er gaat een gerucht|volgens (?!de |het |een |mij|plan|ons)[a-z]+',
    '(?:beweert|beweerde)(?: dat|,)',
  ],
  reports: ['(?:zegt|zei|vertelde(?: me| ons)?) dat (?!ze|hij|zij|ik|we|haar|zijn)[a-z]+ \\S+'],
  settled: ['(?:besloten|getekend|geboekt|besteld|betaald)'],
  instead: ['(?:sinds|vanaf nu|voorlopig|blijft|blijven|nu|maar|in plaats daarvan)'],
}

export const germanicPhrases: readonly SaidAsPhrases[] = [en, de, nl]
