import { once } from '../../once.js'
import { overridingWords } from './overriding-words.js'
import { givesRole, keepsUserOut, sendsSecretsAway } from './words-elsewhere.js'

/** A sign that a text wants to direct the agent who reads it. Of several signals of one name the strongest counts. */
export interface Signal {
  readonly name: string
  readonly weight: number
  /**
   * On text in lower case without accents, apostrophes and emphasis. Gaps are bounded, so that the time is linear.
   * Compiled when it is first needed: a command that reads no foreign text starts without them.
   */
  readonly pattern: () => RegExp
}

const words = (most: number): string => `(?: [^\\s.!?]{1,30}){0,${most}}`
const gap = (most: number): string => `(?:[^.!?\\n]|\\.(?=\\S)){0,${most}}`

const signal = (name: string, weight: number, ...sources: readonly string[]): Signal => ({
  name,
  weight,
  pattern: once(() => new RegExp(`(?<![\\p{L}\\p{N}])(?:${sources.join('|')})`, 'u')),
})

const user =
  '(?:user|human|owner|developer|operator|person|people|anyone|anybody|nutzer|benutzer|anwender|utilisateur|usuario|utente|utilizador|gebruiker)'
const secrets =
  '(?:secrets?|credentials?|passwords?|passphrases?|private keys?|ssh keys?|api keys|access tokens|environment variables?|env file|\\.env|chat history|conversation|system prompt|source code|passworter|passwort|zugangsdaten|geheimnisse|schlussel|mots? de passe|identifiants|cles? privees?|cles? api|contrasenas?|credenciales|claves|credenziali|chiavi|senhas?|credenciais|chaves|wachtwoord(?:en)?|sleutels|inloggegevens)'
const target =
  '(?:https?:|www\\.|[\\w.-]{1,40}@[\\w-]{1,40}\\.|\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}\\.\\d|webhook|pastebin|gist|server|endpoint|url)'
const send =
  '(?:send|post|upload|forward|transmit|exfiltrate|leak|e-?mail|copy|paste|append|include|push|submit|sende|schicke?|ubermittle|lade|envoie[zr]?|transmets|transmettez|envia|envie|enviar|manda|reenvia|invia|inoltra|spedisci|stuur|verzend|encaminhe)'
const shells = '(?:sudo )?(?:ba|z|da|k)?sh(?!\\.?\\w)|(?:python3?|node|perl|ruby|iex)(?!\\.?\\w)'

const elsewhere = (name: string, weight: number, sources: () => readonly string[]): Signal => ({
  name,
  weight,
  pattern: once(() => new RegExp(sources().join('|'), 'u')),
})

export const signals: readonly Signal[] = [
  { name: 'overrides instructions', weight: 1, pattern: once(overridingWords) },
  signal(
    'overrides instructions',
    1,
    `(?:ignore|disregard|forget|override|bypass|overrule|do not follow|dont follow|stop following)${words(3)} (?:instructions?|prompts?|directions|directives?|guidelines|guardrails|safety rules|system rules)(?: (?:above|before|so far|you))?`,
    `(?:ignorier\\w{0,3}|vergiss|vergesst|vergessen sie|missachte\\w{0,2}|ubergehe?)${words(4)} (?:anweisung|instruktion|vorgabe|befehl|prompt)\\w{0,3}`,
    `(?:negeer|vergeet)${words(4)} (?:instructies|aanwijzingen|opdrachten|prompts?|instructie)`,
    `(?:ignor(?:e|ez|er)|oublie[zr]?|ne (?:tiens|tenez) pas compte)${words(4)} (?:instructions?|consignes?|directives?)`,
    `(?:ignora|ignore|ignorad|olvida|olvide|omite|descarta|haz caso omiso)${words(4)} (?:instrucciones|indicaciones|ordenes|directrices)`,
    `(?:ignora|ignorate|dimentica|dimenticate|trascura)${words(4)} (?:istruzioni|indicazioni|direttive|ordini)`,
    `(?:ignore|ignora|esqueca|desconsidere)${words(4)} (?:instrucoes|orientacoes|ordens|diretrizes)`,
  ),
  signal(
    'overrides instructions',
    0.7,
    `(?:ignore|disregard|forget) (?:everything|anything|all)(?: that| of)?(?: (?:you|i|was|we|came|said|the|has|have|been|were|told|above|before|previous|so|far)){1,5}`,
    `(?:ignore|disregard|override) (?:all|any|your|all of your|all the) (?:previous|prior|earlier|other|existing)? ?(?:rules|restrictions|policies|constraints|messages|context|training)`,
    'disregard (?:what|whatever|anything) (?:the|your|any) (?:user|developer|system|operator|owner|human)',
    `vergiss alles(?: was| ,was|,)? `,
    `(?:ignorier\\w{0,3}|vergiss) (?:alle|deine|samtliche) (?:bisherigen |vorherigen |fruheren )?(?:regeln|einschrankungen)`,
    `(?:oublie[zr]? tout ce|olvida todo lo|dimentica tutto|esqueca tudo|vergeet alles)`,
    `(?:this|these)(?: [a-z]+)? (?:overrides?|supersedes?|takes? precedence over) (?:all|any|every|your|the system|previous)`,
  ),
  signal(
    'gives a role',
    0.6,
    'you are now (?:an? |the |in |no longer|free|unrestricted|dan)',
    '(?:the|all|any|these|those|your) (?:rules|instructions|guidelines|directives)(?: [a-z]{1,20}){0,3} (?:no longer|do not|dont) (?:apply|hold|count|bind)',
    'you are no longer (?:bound|an?|restricted|limited|required)',
    '(?:pretend (?:to be|you are|that you)|act as if you|act as an? (?:unrestricted|admin|administrator|root|system|different|evil))',
    'your (?:new|real|true|actual|only) (?:role|instructions?|task|goal|purpose|objective|mission|job)(?: (?:is|are)|:)',
    '(?:new|updated|revised|hidden) (?:system )?(?:instructions?|prompt)(?: for (?:the )?(?:ai|agent|assistant|model)s?)?:',
    '(?:du bist|sie sind|ihr seid) (?:jetzt|nun|ab (?:jetzt|sofort)|kein)',
    'deine? (?:neue|wahre|eigentliche|einzige)[nr]? (?:aufgabe|rolle|anweisung)',
    'je bent (?:nu|vanaf nu|voortaan)|je nieuwe (?:taak|rol|opdracht)',
    '(?:tu es|vous etes) (?:maintenant|desormais)|(?:ta|votre) nouvelle (?:tache|mission|consigne)',
    '(?:ahora eres|eres ahora|a partir de ahora eres)|tu nueva (?:tarea|mision|funcion)',
    '(?:ora|adesso|da ora) sei |il tuo nuovo (?:compito|ruolo)',
    '(?:agora voce e|voce agora e|a partir de agora voce e)|(?:sua|tua) nova (?:tarefa|missao|funcao)',
  ),
  signal(
    'addresses an agent',
    0.5,
    'if you are (?:an? )?(?:ai|llm|language model|assistant|agent|bot|claude|chatgpt|copilot)',
    '(?:when|whenever|once|after|if) (?:you|an agent|the agent|an assistant|the assistant|an ai|the ai|a model) (?:reads?|sees?|recalls?|retrieves?|loads?|process(?:es)?|finds?|encounters?) (?:this|that|these)',
    '(?:attention|note to|message (?:to|for)|instructions? (?:to|for)|dear|hey|hello)(?: (?:the|all|any|every))? (?:ai|llms?|language models?|assistants?|agents?|claude|chatgpt|copilot|gemini)(?: (?:agents?|assistants?|models?))?(?![\\w-])',
    '(?:ai|llms?|language models?|claude|chatgpt|copilot|gemini)(?: (?:agents?|assistants?|models?))?,? (?:you )?(?:must|shall|are (?:required|instructed|ordered)|is (?:required|instructed|ordered))',
    '(?:assistants?|agents?)(?:,|:) (?:you |please |always |never |must |run |execute |send )',
    'wenn du (?:das|dies|diese\\w?)(?: [a-z]+){0,2} (?:liest|siehst)|als ki(?:-| )|an (?:die|alle|den) (?:ki|agenten|assistenten)',
    'als je dit leest|als ai(?:-| )|aan (?:de|alle) (?:ai|agenten|assistenten)',
    '(?:quand|lorsque|si) (?:tu lis|vous lisez|tu es une ia|vous etes une ia)|a lattention (?:de lia|des agents|de lassistant)',
    '(?:cuando|si) (?:leas|lees|lea) esto|si eres una ia|atencion,? (?:asistente|agente|ia)',
    '(?:quando|se) (?:leggi|leggerai) questo|se sei un(?:a)? (?:ia|assistente|agente)|attenzione,? (?:assistente|agente|ia)',
    '(?:quando|se) (?:voce )?(?:ler|leres) (?:isto|isso)|se voce e uma? (?:ia|assistente|agente)|atencao,? (?:assistente|agente|ia)',
  ),
  signal(
    'demands',
    0.25,
    'you (?:must|shall|have to|are required to|are obliged to|are instructed to)',
    '(?:du musst|sie mussen|ihr musst)',
    '(?:je moet|u moet|jullie moeten)',
    '(?:tu dois|vous devez|il faut que tu)',
    '(?:debes|tienes que|debe usted|usted debe)',
    '(?:devi |dovete |deve obbligatoriamente)',
    '(?:voce deve|voce tem que|deves )',
  ),
  signal(
    'for ever',
    0.25,
    'from (?:now|this (?:point|moment|message)) (?:on|onwards?|forward)|henceforth',
    '(?:in|for|at|before|after|with|to) (?:every|each|all|any) (?:future |new |single |other )?(?:sessions?|conversations?|responses?|repl(?:y|ies)|answers?|requests?|prompts?|turns?|messages?)',
    'ab (?:jetzt|sofort)|von nun an|(?:in|bei|vor|nach) (?:jeder|jede|allen?) (?:zukunftigen )?(?:antwort|sitzung|anfrage)',
    'vanaf nu|voortaan|(?:in|bij) elk(?:e)? (?:antwoord|sessie|gesprek)',
    'desormais|dorenavant|a partir de maintenant|(?:a|dans) chaque (?:reponse|session|conversation)',
    'a partir de ahora|de ahora en adelante|en cada (?:respuesta|sesion|conversacion)',
    'da (?:ora|adesso) in (?:poi|avanti)|dora in (?:poi|avanti)|in ogni (?:risposta|sessione|conversazione)',
    'a partir de agora|de agora em diante|em (?:cada|toda) (?:resposta|sessao|conversa)',
  ),
  signal('always', 0.1, '(?:always|immer|altijd|toujours|siempre|sempre)(?![\\p{L}])'),
  signal(
    'keeps the user out',
    0.6,
    `(?:do not|dont|never|avoid|without) (?:tell|telling|inform|informing|mention|mentioning|notify|notifying|alert|alerting|reveal|revealing|disclose|disclosing|warn|warning|let|letting)${words(4)} (?:the |your |any )?${user}(?![\\p{L}])`,
    `(?:keep|hide|conceal) (?:this|it|that|these)${words(3)} (?:secret|hidden|from the ${user})`,
    '(?:silently|secretly|quietly|covertly|stealthily) (?:run|execute|send|upload|install|add|delete|forward|push|post|copy|exfiltrate|disable|append|include|download|call)',
    `(?:sage?|erzahle?|verrate?|erwahne?|melde)${words(4)} ${user}${words(3)} (?:nichts?|davon nichts|nicht)|(?:ohne|hinter) (?:den |dem |dass der )?${user}`,
    '(?:fuhre?|sende?|schicke?|installiere?|losche?)[^.!?\\n]{0,60} (?:heimlich|unbemerkt|still)(?![\\p{L}])|heimlich',
    `(?:ne|n) (?:le |la |en |lui )?(?:dis|dites|mentionnez?|informez?|parlez?|previens|prevenez|revelez?)${words(5)} l?${user}|sans (?:(?:en )?(?:prevenir|informer|avertir)|le dire a) ?l? ?${user}|en secret|secretement|a linsu`,
    `no (?:se )?(?:lo |le )?(?:digas|diga|menciones|informes|avises|cuentes|reveles)${words(5)} ${user}|sin (?:avisar|informar|decir)${words(3)} ${user}|en secreto|secretamente|a escondidas`,
    `non (?:dire|dirlo|menzionare|menzionarlo|informare|avvisare|rivelare)${words(5)} (?:l|all)?${user}|senza (?:avvisare|informare|dirlo)${words(2)} (?:l|all)?${user}|di nascosto|in segreto`,
    `nao (?:diga|conte|mencione|informe|avise|revele)${words(5)} ${user}|sem (?:avisar|informar|contar)${words(3)} ${user}|em segredo|as escondidas`,
    `(?:vertel|zeg|meld|noem)${words(5)} ${user}${words(2)} (?:niets|niet)|zonder ${user}|stiekem|heimelijk`,
  ),
  signal(
    'without asking',
    0.4,
    'without (?:asking|confirmation|confirming|approval|permission|review)|(?:do not|dont|never) (?:ask|wait) for (?:confirmation|approval|permission)',
    'ohne (?:zu fragen|nachfrage|ruckfrage|nachzufragen|bestatigung)|frage? nicht nach',
    'zonder (?:te vragen|toestemming|bevestiging)',
    'sans (?:demander|confirmation|autorisation|poser de question)',
    'sin (?:preguntar|pedir|confirmacion|permiso)',
    'senza (?:chiedere|conferma|permesso)',
    'sem (?:perguntar|pedir|confirmacao|permissao)',
  ),
  signal(
    'runs what it downloads',
    0.6,
    `(?:curl|wget|fetch|iwr|invoke-webrequest|irm)(?![\\w.])[^\\n]{0,200}\\| ?(?:${shells})`,
    '(?:ba|z|da|k)?sh (?:-c )?["(<$ ]{1,4}(?:curl|wget)|(?:eval|source|\\.) ?["(<$ ]{1,4}(?:curl|wget)',
    `base64 (?:-d|--decode|-di)[^\\n]{0,80}\\| ?(?:${shells})`,
    'powershell[^\\n]{0,40} -e(?:nc|ncodedcommand)? |iex ?\\(',
    '(?:curl|wget)[^\\n]{0,120}(?:&&|;) ?(?:chmod|sudo|ba|z)?(?:sh )?[^\\n]{0,40}(?:\\+x|/tmp/)',
  ),
  signal(
    'commands a run',
    0.15,
    '(?:always |then |please |first |immediately |must )(?:run|execute|call|install|download|invoke|paste|eval)(?![\\w-])|(?:run|execute) (?:the following|this|these)(?![\\w-])',
    '(?:fuhre?|starte|installiere)(?![\\w-])[^.!?\\n]{0,40}(?:aus|befehl|skript)|(?:execute[zr]?|lance[zr]?)(?![\\w-])|ejecut\\w{1,3}(?![\\w-])|esegui(?:re|te)?(?![\\w-])|execut[ae]r?(?![\\w-])|voer(?![\\w-])[^.!?\\n]{0,60} uit',
  ),
  signal(
    'sends secrets away',
    0.65,
    `${send}(?![\\w-])${gap(80)}(?<![\\p{L}])${secrets}(?![\\p{L}])${gap(80)}(?<![\\p{L}])(?:to|at|via|an|nach|naar|a|vers|para|al?|su|em)(?![\\p{L}])${gap(30)}${target}`,
    '(?:contents? of|cat|read) (?:the )?(?:~/)?\\.(?:env|ssh|aws|npmrc|netrc|git-credentials)[^\\n]{0,80}(?:https?:|curl|to |into )',
    'exfiltrat\\w{1,5}',
  ),
  signal(
    'asks for the prompt',
    0.7,
    `(?:reveal|print|output|repeat|show|disclose|display|reproduce|leak)${words(3)} (?:system prompt|hidden (?:instructions|prompt)|initial (?:instructions|prompt)|your instructions)`,
  ),
  signal(
    'weakens protection',
    0.4,
    '(?:disable|turn off|switch off|bypass|skip|remove|circumvent)(?: all| any| the| your)? (?:safety|security|sandbox(?:ing)?|permissions?|approvals?|guardrails?|content filters?|safeguards|audit(?:ing)?|logging|antivirus)(?![\\w-])',
    'dangerously-skip-permissions|authorizedkeys|rm -rf (?:/|~|\\$home)(?![\\w.])',
    '(?:add|append|install|fuge|ajoute|agrega|aggiungi)(?![\\w-])[^.!?\\n]{0,60}(?:ssh key|public key|authorized keys|cron ?job|backdoor)',
  ),
  signal(
    'poses as a client',
    0.5,
    '<\\|[a-z]{1,30}\\|>|\\[/?inst\\]|<</?sys>>',
    '</? ?(?:system|assistant|user|human|functions?|tools?|antml|instructions?|important|command|invoke)(?:[-:a-z]{0,30})[ >\\n/]',
    '(?:system|developer|admin)(?: (?:message|prompt|override|note|notice))?: (?!.{0,20}\\d)(?=[^\\n]{0,80}(?:you|must|ignore|always|never|run|all|new))',
    '#{2,4} ?(?:instructions?|system)(?: |:|\\n)',
    '(?:begin|end|start of) (?:system|admin|developer|hidden) (?:prompt|message|instructions?)',
  ),
  elsewhere('gives a role', 0.6, givesRole),
  elsewhere('keeps the user out', 0.6, keepsUserOut),
  elsewhere('sends secrets away', 0.65, sendsSecretsAway),
]
