import { describe, expect, test } from 'vitest'
import { timeGrowth } from '../../../../test/support/growth.js'
import { questionAim } from './question-aim.js'

describe('[REC16] a question for how it was before asks for the past', () => {
  test.each([
    'How much did the bag cost before?',
    'Who had the stall before Gwen?',
    'Where did we use to host the site, originally?',
    'What did Anna used to drink?',
    'What was our previous address?',
    'Which port did staging use at first?',
    'What was the rent back in March?',
    'What was the old door code?',
    'Who was the former landlord?',
    'What did we pay at the beginning of the year?',
    'Who was my dentist in 2024?',
    'Wo habe ich früher gearbeitet?',
    'Wer hatte den Schlüssel vorher?',
    'Welche Farbe hatten wir ursprünglich bestellt?',
    'Wie hieß der Hausmeister damals?',
    'Wer war vor Frau Seidel zuständig?',
    'Où habitions-nous auparavant ?',
    'Qui était responsable avant Marie ?',
    "Quel était l'ancien code de la porte ?",
    '¿Quién llevaba las cuentas antes?',
    '¿Cuál era la dirección anterior?',
    'Chi era il responsabile prima di Luca?',
    'Quanto costava in origine?',
    'Quem era o responsável antes da Ana?',
    'Qual era o preço no início?',
    'Wat was de oorspronkelijke prijs?',
    'Waar werkte hij vroeger?',
  ])('%s', (question) => expect(questionAim(question).past).toBe(true))
})

describe('[REC16] a question for the current state, a time or a cause does not ask for the past', () => {
  test.each([
    'What is the rent?',
    'When did Anna start?',
    'What did we decide about the logo?',
    'What colour did we settle on?',
    'What must I do before Christmas?',
    'How old is Pickle?',
    'Who does my books now?',
    'How long was the database offline in July?',
    'Why were the reminders blocked at the start of the year?',
    'How much did I get for the old van?',
    'First thing to try when there is no steam?',
    'port for staging?',
    'Wer macht meine Steuern?',
    'Was muss ich vor dem Start prüfen?',
    'Wann hat Luca angefangen?',
    'Que faut-il faire avant Noël ?',
    'Quel est le loyer ?',
    '¿Qué tengo que hacer antes de salir?',
    'Che cosa devo fare prima di partire?',
    'O que devo fazer antes de sair?',
    'Wat moet ik doen voor de start?',
  ])('%s', (question) => expect(questionAim(question).past).toBe(false))
})

describe('[REC18] a question for plans, denials or hearsay gets them', () => {
  test.each([
    ['What are we planning for spring?', 'plans'],
    ['Which ideas did we have for the shop?', 'plans'],
    ['Are we going to move to Rust?', 'plans'],
    ['Was planen wir für den Sommer?', 'plans'],
    ['Quels sont nos projets pour mai ?', 'plans'],
    ['¿Qué planes tenemos para el verano?', 'plans'],
    ['Quali progetti abbiamo per la casa?', 'plans'],
    ['Quais são os planos para o verão?', 'plans'],
    ['Welke plannen hebben we voor de zomer?', 'plans'],
    ['Which vendors did we rule out?', 'denials'],
    ["Which database don't we use?", 'denials'],
    ['What have we never delivered?', 'denials'],
    ['Was benutzen wir nicht?', 'denials'],
    ["Qu'est-ce que nous n'utilisons pas ?", 'denials'],
    ['¿Qué no usamos?', 'denials'],
    ['Che cosa non usiamo?', 'denials'],
    ['O que não usamos?', 'denials'],
    ['Wat gebruiken we niet?', 'denials'],
    ['What did Tom say about the lift?', 'hearsay'],
    ['what was that gossip about the other bakery', 'hearsay'],
    ['According to Priya, who has the key?', 'hearsay'],
    ['Was hat Paul über den Zähler gesagt?', 'hearsay'],
    ["Qu'a dit Marie de la voiture ?", 'hearsay'],
    ['¿Qué dijo Ana de la tienda?', 'hearsay'],
    ['Che cosa ha detto Luca del treno?', 'hearsay'],
    ['O que disse a Ana sobre a loja?', 'hearsay'],
    ['Wat zei Piet over de winkel?', 'hearsay'],
  ] as const)('%s', (question, aim) => expect(questionAim(question)[aim]).toBe(true))

  test.each([
    ['What is the rent?', false],
    ['Who does my books now?', true],
    ['Wo wohnt Henning?', false],
    ['Quel est le loyer ?', false],
  ])('%s asks for what is', (question, present) =>
    expect(questionAim(question)).toEqual({
      isQuestion: true,
      past: false,
      present,
      plans: false,
      denials: false,
      hearsay: false,
    }),
  )

  test('what the asker is about to do asks for no plans', () => {
    expect(questionAim("I'm going to order a bigger proofer next week")).toMatchObject({
      isQuestion: false,
      plans: false,
    })
  })
})

test.each(['what was before ', 'did a ', ' ', 'was the ', "n't ", '?'])(
  '[REC16] time grows in proportion to the question: %j',
  async (part) => {
    const ofLength = (length: number) => part.repeat(length).slice(0, length)
    const growth = await timeGrowth(ofLength(250), ofLength(2_000), (text) => {
      for (let round = 0; round < 100; round++) questionAim(text)
    })
    // Eight times the text; anything quadratic takes 64 times as long.
    expect(growth).toBeLessThan(32)
  },
)
