import type { SaidAsPhrases } from './said-as-phrases.js'

const fr: SaidAsPhrases = {
  plan: [
    'peut[- ]etre|eventuellement',
    "(?:nous|on|j'|je|il|elle|ils) ?(?:envisageons|envisage|envisagent|pense a|pensons a|pense changer|reflechit|reflechissons|songe a|hesite|hesitons)",
    "(?:aimerais|aimerait|aimerions|voudrais|voudrait|voudrions) (?:bien )?(?!que|etre)[a-z']+",
    "(?:j'ai|on a|nous avons) l'intention de|(?:on|nous|je) (?:prevoit|prevoyons|prevois|compte|comptons|espere|esperons) (?:de )?[a-z]+er",
    '(?:devrions-nous|devrait-on|et si (?:on|nous))',
    "^(?:le |l')?(?:projet|plan|idee)(?: :|:| est de| serait)",
  ],
  condition: ["si (?:on|nous|j') ?(?:\\S+ ){1,8}(?:on|nous|je) \\S+(?:ra|rons|rai|rait|rions|rais)(?!\\w)"],
  intent: [
    '(?:on|nous|je) (?:va|allons|vais|veut|voulons|veux) (?:migrer|passer|changer|acheter|louer|demenager|essayer|tester|construire|ouvrir)',
  ],
  open: [
    "(?:rien|pas encore|pas) (?:n'est |de )?(?:decide|signe|promis|tranche)|on verra|a voir|je reflechis a voix haute|rien de decide",
  ],
  asked: [
    "(?:demande|demandait|demandent)(?: a \\S+| hier| aujourd'hui)? (?:si|s'il|s'ils|quand|ou|qui|pourquoi|comment|quel|quelle|combien|ce que)|(?:veut|voulait) savoir (?:si|quand|ou|qui|comment)",
  ],
  denial: [
    "n'?e? ?(?:utilis|travaill|habit|livr|fourni|vi)\\w+ (?:pas|plus|jamais)",
    "(?:ce n'est|ce n'etait|n'est|n'etait|n'etaient) (?:pas|plus) (?:le|la|les|l'|un|une|notre|mon|ma|chez|en|de|vrai)",
    "n'(?:a|ai|avons|ont) jamais (?:utilise|signe|dit|promis|travaille|vendu|habite)",
  ],
  rebuttal: [
    "^non,? (?:nous |on |il |elle |je |ce |c')?(?:ne|n')",
    "finalement (?:pas|non)|(?:est|c'est|etait) faux|pas vrai",
  ],
  hearsay: [
    "(?:apparemment|soi-disant|parait-il|il parait que|pretendument)|(?:j'ai|on a) entendu (?:dire )?que|on dit que|le bruit court|d'apres (?!le |la |les |l'|un|moi|nous)[a-z]+|selon (?!le |la |les |l'|un|moi|nous|que)[a-z]+",
    'pretend (?:que|qu)',
  ],
  reports: ["(?:dit|a dit|raconte|m'a dit|nous a dit) qu(?:e |')(?!il |elle |ils |elles |on |je |nous )[a-z']+ \\S+"],
  settled: ['(?:decide|signe|reserve|commande|paye)'],
  instead: ['(?:depuis|desormais|pour l.instant|reste|restons|maintenant|mais|a la place)'],
}

const es: SaidAsPhrases = {
  plan: [
    '(?:quizas?|tal vez|a lo mejor|posiblemente)',
    '(?:estamos|estoy|esta|estan) (?:pensando|considerando|planeando|planteandonos|planteandome|valorando)',
    '(?:me|nos) gustaria|(?:quisiera|quisieramos|pensamos|planeamos|pienso|esperamos|espero) [a-z]+r(?:nos|me)?(?!\\w)',
    '(?:tenemos|tengo) (?:la intencion|pensado|previsto)|deberiamos|podriamos',
    '^(?:el |la )?(?:plan|idea)(?::| es| seria)',
  ],
  condition: ['si (?:\\S+ ){1,8}(?:nos )?[a-z]+(?:remos|riamos)(?!\\w)'],
  intent: [
    '(?:vamos|voy) a (?:cambiar|migrar|comprar|alquilar|mudarnos|mudarme|probar|construir|pasar)|(?:queremos|quiero) (?:cambiar|migrar|comprar|alquilar|mudarnos|mudarme|probar|construir|pasar)',
  ],
  open: [
    '(?:nada|aun no|todavia no|no) (?:esta |hay nada |hemos )?(?:decidido|firmado|prometido)|ya veremos|pensando en voz alta',
  ],
  asked: [
    '(?:pregunto|pregunta|preguntaron|ha preguntado|quiere saber|queria saber) (?:si|cuando|donde|quien|que|como|cual|por que)',
  ],
  denial: [
    '(?:ya )?no (?:usamos|utilizamos|usa|utiliza|trabaja|trabajamos|vive|vivimos|suministramos|vendemos)(?! (?:los|las) (?:lunes|martes|miercoles|jueves|viernes|sabados|domingos))',
    '(?:ya )?no (?:es|era|son|eran) (?:el|la|los|las|un|una|nuestro|nuestra|mi|cierto|verdad|de|cliente)',
    'nunca (?:hemos|ha|he|han) (?:usado|firmado|dicho|prometido|trabajado|vendido|vivido)',
  ],
  rebuttal: ['^no,(?: \\S+){0,3} no \\S+', 'al final no|resulta que no|no es (?:cierto|verdad)|es falso'],
  hearsay: [
    '(?:al parecer|por lo visto|supuestamente|presuntamente|dicen que|se dice que|se rumorea|corre el rumor)|(?:he|hemos) oido (?:que|decir)|segun (?!el |la |los |las |un|mi |nuestr)[a-z]+',
  ],
  reports: [
    '(?:dice|dijo|me dijo|nos dijo|asegura|afirma|cuenta) que (?!el |ella |prefiere|quiere|no |le |se |va |viene|esta )[a-z]+ \\S+',
  ],
  settled: ['(?:decidido|firmado|reservado|pedido|pagado)'],
  instead: ['(?:desde|a partir de|por ahora|sigue|seguimos|ahora|pero|sino|en su lugar)'],
}

const it: SaidAsPhrases = {
  plan: [
    '(?:forse|magari|eventualmente|probabilmente passeremo)',
    '(?:stiamo|sto|sta|stanno) (?:pensando|valutando|considerando|pianificando)',
    '(?:mi|ci) piacerebbe|(?:vorrei|vorremmo) (?!che)[a-z]+|(?:abbiamo|ho) intenzione di|(?:pensiamo|penso|speriamo|spero|contiamo) di',
    "dovremmo|potremmo|e se (?:passassimo|cambiassimo)|^(?:il |l')?(?:piano|idea|progetto)(?::| e di| sarebbe)",
  ],
  condition: ['se (?:\\S+ ){1,8}[a-z]+(?:eremo|iremo|aremo|emmo)(?!\\w)'],
  intent: ['(?:vogliamo|voglio) (?:cambiare|passare|comprare|affittare|trasferirci|trasferirmi|provare|costruire)'],
  open: [
    '(?:niente|nulla|non) (?:e |abbiamo |ancora |di )?(?:deciso|firmato|promesso)|vedremo|si vedra|penso ad alta voce',
  ],
  asked: [
    '(?:ha chiesto|chiede|chiedeva|hanno chiesto|vuole sapere|voleva sapere) (?:se|quando|dove|chi|che|come|quale|perche|quanto)',
  ],
  denial: [
    'non (?:usiamo|utilizziamo|usa|utilizza|lavora|lavoriamo|vive|viviamo|abita|forniamo|vendiamo)(?: piu)?(?! (?:il|la|di) (?:lunedi|martedi|mercoledi|giovedi|venerdi|sabato|domenica))',
    'non (?:e|era|sono|erano) (?:piu )?(?:il|la|un|una|i|le|nostro|nostra|mio|mia|vero|cliente)',
    'non (?:abbiamo|ha|ho|hanno) mai (?:usato|firmato|detto|promesso|lavorato|venduto|vissuto)',
  ],
  rebuttal: ['^no, (?:\\S+ ){0,3}non', 'alla fine no|non e vero|e falso|si e scoperto che non'],
  hearsay: [
    "(?:a quanto pare|pare che|sembra che|presumibilmente|dicono che|si dice che|gira voce)|(?:ho|abbiamo) sentito (?:dire|che)|^secondo (?!il |la |i |le |l'|me|noi|un)[a-z]+",
  ],
  reports: [
    '(?:dice|ha detto|mi ha detto|ci ha detto|afferma|sostiene) che (?!lui|lei|preferisce|vuole|non |si |viene|va |le )[a-z]+ \\S+',
  ],
  settled: ['(?:deciso|firmato|prenotato|ordinato|pagato)'],
  instead: ['(?:da ora|per ora|resta|restiamo|adesso|ora|ma|bensi|invece)'],
}

const pt: SaidAsPhrases = {
  plan: [
    '(?:talvez|quem sabe|possivelmente)',
    '(?:estamos|estou|esta|estao) (?:a pensar|pensando|a considerar|considerando|a planear|planejando|a ponderar|avaliando)',
    '(?:gostaria|gostariamos|gostava|queria|queriamos) (?:muito )?(?:de )?[a-z]+r(?!\\w)|(?:pretendemos|pretendo|tencionamos|planejamos|planeamos|esperamos|espero) [a-z]+r(?!\\w)|deveriamos|poderiamos',
    '^(?:o |a )?(?:plano|ideia)(?::| e| seria)',
  ],
  condition: ['se (?:\\S+ ){1,8}(?:vamos|iremos|[a-z]+(?:remos|riamos))(?!\\w)'],
  intent: ['(?:vamos|vou|queremos|quero) (?:mudar|migrar|comprar|alugar|experimentar|construir|passar|trocar)'],
  open: [
    '(?:nada|ainda nao|nao) (?:esta |foi |ha nada )?(?:decidido|assinado|prometido)|vamos ver|logo se ve|pensando alto',
  ],
  asked: [
    '(?:perguntou|pergunta|perguntaram|quer saber|queria saber)(?:-me|-nos)? (?:se|quando|onde|quem|que|como|qual|por que|porque)',
  ],
  denial: [
    '(?:ja )?nao (?:usamos|utilizamos|usa|utiliza|trabalha|trabalhamos|vive|mora|moramos|fornecemos|vendemos)(?: mais)?(?! (?:as|aos) (?:segundas|tercas|quartas|quintas|sextas|sabados|domingos))',
    '(?:ja )?nao (?:e|era|sao|eram|foi) (?:mais )?(?:o|a|os|as|um|uma|nosso|nossa|meu|minha|verdade|cliente)',
    'nunca (?:usamos|assinamos|dissemos|prometemos|usou|assinou|trabalhou|vendemos|morou)',
  ],
  rebuttal: ['^nao, (?:\\S+ ){0,3}nao', 'afinal nao|no fim nao|nao e verdade|e falso|e mentira'],
  hearsay: [
    '(?:ao que parece|pelos vistos|supostamente|alegadamente|dizem que|diz-se que|parece que|corre o boato)|(?:ouvi|ouvimos) (?:dizer|que)|^segundo (?!o |a |os |as |um|nos )[a-z]+',
  ],
  reports: [
    '(?:diz|disse|disse-me|contou|afirma|garante) que (?!ele|ela|prefere|quer|nao |se |vem|vai |esta )[a-z]+ \\S+',
  ],
  settled: ['(?:decidido|decidimos|assinado|reservado|encomendado|pago)'],
  instead: ['(?:desde|a partir de|por enquanto|fica|ficamos|agora|mas|em vez disso)'],
}

export const romancePhrases: readonly SaidAsPhrases[] = [fr, es, it, pt]
