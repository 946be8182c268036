import { describe, expect, test } from 'vitest'
import { timeGrowth } from '../../../../test/support/growth.js'
import { saidAs } from './said-as.js'

const isSaidAs =
  (mark: ReturnType<typeof saidAs>) =>
  (text: string): void =>
    expect(saidAs(text)).toBe(mark)

describe('[REC18] what is planned, wished, conditional or undecided is a plan', () => {
  test.each([
    'We might move to Rust',
    "I'm thinking about leaving the gym",
    'maybe switch to Postgres next year',
    'We would like to hire a second baker',
    "I'd love a dog one day",
    'Planning to repaint the kitchen in spring',
    'Should we drop the Monday shift?',
    'if we get the loan we will buy the van',
    "If we win the tender, we'll need two more engineers.",
    'The idea is to move everything to one region',
    "The dealer offered 4,200 for the car. Haven't decided yet.",
    'Anna wants us to sponsor the race. Just an idea, nothing signed.',
    'We are going to migrate the shop to Medusa',
    'Vielleicht ziehen wir nach Leipzig',
    'Wir überlegen, ob wir auf Rust umsteigen',
    'Ich würde gern ein E-Bike kaufen',
    'Falls wir den Kredit bekommen, können wir anbauen',
    'Der Makler bietet uns die Halle für 900 an. Noch nichts entschieden.',
    'Nous envisageons de passer à Rust',
    "J'aimerais apprendre le piano",
    'On pense à changer de banque, peut-être en mai',
    'Estamos pensando en mudarnos a Valencia',
    'Quizás cambiemos de proveedor',
    'Stiamo pensando di cambiare fornitore',
    'Mi piacerebbe aprire un secondo negozio',
    'Estamos a pensar mudar de banco',
    'Talvez troque de carro no verão',
    'We denken erover om te verhuizen',
    'Misschien stappen we over op zonnepanelen',
  ])('%s', isSaidAs('plan'))
})

describe('[REC18] [REC17] what is only asked, or reported as asked, is a question', () => {
  test.each([
    'which port was staging on?',
    'Sorry, when is the dentist again??',
    'Where is the key? And who has the other one?',
    'how much is the rent',
    'Tom asked whether we deliver on Sundays',
    'Sanne asked if I could take on hall 4 as well',
    'The auditor wants to know when we rotated the keys.',
    'Wie hoch ist die Miete?',
    'Frau Seidel hat gefragt, ob wir auch samstags kommen',
    'Quel est le code de la porte ?',
    'Paul a demandé si nous livrons le dimanche',
    '¿Cuándo abre la tienda?',
    'Marta preguntó si hay plazas libres',
    "Qual è l'indirizzo del magazzino?",
    'Luca ha chiesto se siamo aperti lunedì',
    'Qual é o código do portão?',
    'O João perguntou se temos estoque',
    'Wanneer komt de loodgieter?',
    'Piet vroeg of we zondag open zijn',
  ])('%s', isSaidAs('question'))
})

describe('[REC18] what says that something is not so is a denial', () => {
  test.each([
    'we do *not* use MongoDB',
    'No, we do NOT supply the hospital. Somebody wrote that on the web page.',
    "It wasn't the router",
    'Turns out it is not the battery',
    'Anna no longer works at Kestrel',
    'Someone asked if Dentora is buying us. It isn’t.',
    'No terrace after all, the council said no.',
    'We never signed with Acme',
    "It's not true that Gwen is leaving",
    'Nein, wir nutzen kein Kafka',
    'Es lag also nicht an der Zeitumstellung',
    'Thomas arbeitet nicht mehr im Klinikum',
    "Nous n'utilisons pas MongoDB",
    "Ce n'est pas notre fournisseur",
    'Ya no usamos Jenkins',
    'Non usiamo più Jenkins',
    'Já não usamos o Jenkins',
    'We gebruiken geen MongoDB',
  ])('%s', isSaidAs('denial'))
})

describe('[REC18] what is reported of others is hearsay', () => {
  test.each([
    'Priya says that the lift is broken on Thursdays',
    'Apparently the mill is closing',
    'I heard that Castle Hill is up for sale',
    'According to Tom the server was never patched',
    'Tobi reckons Harvest Loaf is packing in at Easter.',
    "Margit told Gideon she'd put in 100k",
    'Rumour has it the market moves to Sundays',
    'Angeblich zieht der Laden um',
    'Hab gehört, dass Rehbein verkauft wird',
    'Paul behauptet, der Zähler sei defekt',
    'Apparemment le magasin ferme en juin',
    "J'ai entendu dire que le marché déménage",
    'Al parecer la fábrica cierra',
    'A quanto pare il negozio chiude',
    'Dizem que a loja vai fechar',
    'Ik heb gehoord dat de winkel sluit',
  ])('%s', isSaidAs('hearsay'))
})

describe('[REC18] what is stated has no mark', () => {
  test.each([
    'Never deploy on Fridays',
    "I don't like coriander",
    'Anna cannot eat nuts',
    'The logo is teal, not navy',
    'dentist on 3 May at 9',
    "We're going to launch on 3 May",
    'Anna said she prefers tea',
    "Marion told me she'll be off on Friday",
    'Lotte asked not to be pinged after 6 pm',
    "dumps don't go to Backblaze any more, they sit on a storage box",
    'We were thinking about Rust but stayed with Go',
    'Dr Vos wants to be phoned about everything and never emailed.',
    'Do NOT keep restarting it. Ring Colm.',
    'We are thinking about Rust. For now we stay on Go 1.22.',
    'If he smells of nail varnish he is hungry, then feed him twice.',
    'Can you remember that Anna is vegetarian?',
    'The lease ends in June, ok?',
    'Who would have thought? We won the tender. It starts in May and pays 40k.',
    "the desk doesn't fit through the door",
    "We don't open on Mondays",
    'Nie wieder freitags Firmware einspielen.',
    'Ich mag keine Anrufe vor halb neun.',
    'Die blauen sind nicht lieferbar. Haben auf die grünen umbestellt.',
    'Jannis isst seit Ostern kein Fleisch mehr, Fisch ist ok',
    'Ne jamais appeler avant neuf heures',
    "Je n'aime pas la coriandre",
    'No me gusta el cilantro',
    'Mai chiamare prima delle nove',
    'A Ana não come nozes',
    'Ik hou niet van koriander',
    'Le loyer est de 900 euros, pas 950',
    'I would like to be called Kat',
    'Ich mochte den Film gern',
    'Wir haben keine Zeit für Spielchen',
    'The manual says the filter must be cleaned weekly',
    'Laut Vertrag kündbar zum Monatsende',
    'May rent is paid',
    'ok',
    '',
  ])('%s', isSaidAs(null))
})

describe('[REC18] the main part of a text decides', () => {
  test.each([
    ['We signed with Acme today. The fee is 300 a month. Maybe we add a second seat.', null],
    ['Abbey Green offers us a pitch at 30 pounds. Maybe next spring. Maybe.', 'plan'],
    ['Anna: We might sell the boat', 'plan'],
    ['Summer plan: three weeks in Sweden. Jannis books it', 'plan'],
    ['Moved the cron job. Tom asked why.', null],
  ])('%s', (text, mark) => expect(saidAs(text)).toBe(mark))
})

test.each([
  ['words', 'we might not have heard that '],
  ['commas', 'a, '],
  ['spaces', ' '],
  ['signs', '.'],
  ['sentences', 'If we get it we will. '],
  ['names', 'Anna '],
  ['quotes', '"'],
  ['lines', 'n\n'],
])('[REC18] time grows in proportion to the text: %s', async (_, part) => {
  const ofLength = (length: number) => part.repeat(length).slice(0, length)
  const growth = await timeGrowth(ofLength(750), ofLength(6_000), (text) => {
    for (let round = 0; round < 40; round++) saidAs(text)
  })
  // Eight times the text; anything quadratic takes 64 times as long.
  expect(growth).toBeLessThan(32)
})

test('[REC18] the beginning of a very long text decides', async () => {
  const long = (sentences: number) => 'If we get it we will. '.repeat(sentences)
  expect(saidAs(long(10_000))).toBe('plan')
  expect(await timeGrowth(long(1_000), long(40_000), saidAs)).toBeLessThan(10)
})
