/** A turn of a script: what the user says, what the user is told, and which tools were used for it. */
interface ScriptedTurn {
  readonly user: string
  /** Null: nobody told. */
  readonly answer: string | null
  readonly tools?: string
}

/** Which lesson a script teaches: by what, with which words, seen in which of its turns (from 1). */
interface Expected {
  readonly kind: 'recovery' | 'correction' | 'instruction' | 'repeated_success'
  readonly says: string
  readonly from: readonly number[]
}

export interface Script {
  readonly name: string
  readonly turns: readonly ScriptedTurn[]
  readonly teaches: readonly Expected[]
}

interface Call {
  readonly name: string
  readonly arguments?: unknown
  readonly result?: unknown
  readonly error?: unknown
}

const turn = (user: string, answer: string | null = 'Done.', ...calls: readonly Call[]): ScriptedTurn => ({
  user,
  answer,
  ...(calls.length === 0 ? {} : { tools: JSON.stringify(calls) }),
})
const lines = (user: string, ...tools: readonly string[]): ScriptedTurn => ({
  user,
  answer: 'Done.',
  tools: tools.join('\n'),
})
const failed = (name: string, input: unknown, error: unknown): Call => ({ name, arguments: input, error })
const worked = (name: string, input: unknown): Call => ({ name, arguments: input, result: 'ok' })
const script = (name: string, turns: readonly ScriptedTurn[], ...teaches: readonly Expected[]): Script => ({
  name,
  turns,
  teaches,
})
const recovery = (says: string, from = 1): Expected => ({ kind: 'recovery', says, from: [from] })
const correction = (says: string, from = 1): Expected => ({ kind: 'correction', says, from: [from] })
const instruction = (says: string, from = 1): Expected => ({ kind: 'instruction', says, from: [from] })
const repeated = (says: string, ...from: readonly number[]): Expected => ({ kind: 'repeated_success', says, from })

const lint = worked('lint', { fix: true })

const recoveries = [
  script(
    'an unknown environment',
    [
      turn(
        'Deploy the shop.',
        'Deployed.',
        failed('deploy', { env: 'stage' }, 'unknown environment stage'),
        worked('deploy', { env: 'staging' }),
      ),
    ],
    recovery('deploy {"env":"stage"} failed: unknown environment stage. deploy {"env":"staging"} worked.'),
  ),
  script(
    'a missing flag',
    [
      turn(
        'Install the packages.',
        'Installed.',
        failed('npm', 'install', 'ERESOLVE could not resolve'),
        worked('npm', 'install --legacy-peer-deps'),
      ),
    ],
    recovery('npm install failed: ERESOLVE could not resolve. npm install --legacy-peer-deps worked.'),
  ),
  script(
    'two tools, each with its own',
    [
      turn(
        'Release the library.',
        'Released.',
        failed('build', { target: 'es5' }, 'syntax is too new'),
        failed('publish', { tag: 'next' }, 'not signed in'),
        worked('build', { target: 'es2023' }),
        worked('publish', { tag: 'latest' }),
      ),
    ],
    recovery('build {"target":"es5"} failed: syntax is too new.'),
    recovery('publish {"tag":"next"} failed: not signed in.'),
  ),
  script(
    'an error that is an object',
    [turn('Query the warehouse.', 'Done.', failed('sql', 'select *', { code: 42 }), worked('sql', 'select id'))],
    recovery('sql select * failed: {"code":42}. sql select id worked.'),
  ),
  script(
    'lines instead of JSON',
    [
      lines(
        'Run the tests of the parser.',
        'pytest tests/: Error: no module named parser',
        'pytest -m parser: 12 passed',
      ),
    ],
    recovery('pytest'),
  ),
  script(
    'in the second turn only',
    [
      turn('Hello there.', 'Hello.'),
      turn('Resize the picture.', 'Done.', failed('convert', 'a', 'out of memory'), worked('convert', 'b')),
    ],
    recovery('convert a failed: out of memory. convert b worked.', 2),
  ),
  script(
    'with another tool between',
    [
      turn(
        'Send the invoice.',
        'Sent.',
        failed('mail', 'smtp', 'timed out'),
        worked('lookup', 'x'),
        worked('mail', 'relay'),
      ),
    ],
    recovery('mail smtp failed: timed out. mail relay worked.'),
  ),
  script(
    'twice failed, once recovered',
    [turn('Scan the network.', 'Done.', failed('scan', 1, 'denied'), failed('scan', 2, 'denied'), worked('scan', 3))],
    recovery('scan 1 failed: denied. scan 3 worked.'),
  ),
]

const corrections = [
  script(
    'the port',
    [turn('Which port does staging use?', 'Port 8080.'), turn('No, it is port 8081.')],
    correction('No, it is port 8081.'),
  ),
  script(
    'wrong',
    [turn('When does the train leave?', 'At nine.'), turn("That's wrong, it leaves at ten.")],
    correction("That's wrong, it leaves at ten."),
  ),
  script(
    'not right',
    [turn('Who leads the red team?', 'Ines does.'), turn('That is not right. Omar leads it.')],
    correction('Omar leads it.'),
  ),
  script(
    'what was meant',
    [turn('Show me the bank.', 'A bank for money.'), turn('I meant the river bank.')],
    correction('I meant the river bank.'),
  ),
  script(
    'actually',
    [turn('How many seats does the hall have?', 'Forty.'), turn('Actually, it has fifty seats.')],
    correction('Actually, it has fifty seats.'),
  ),
  script(
    'forgotten',
    [turn('List the guests.', 'Ana and Ben.'), turn('You forgot Carla.')],
    correction('You forgot Carla.'),
  ),
  script(
    'mistaken',
    [turn('Is the gate open on Sunday?', 'It is.'), turn('You are mistaken, it is closed.')],
    correction('You are mistaken, it is closed.'),
  ),
  script(
    'in the second turn',
    [
      turn('Name a colour.', 'Blue.'),
      turn('Which paint did we buy?', 'The red one.'),
      turn('No, we bought the green one.'),
    ],
    correction('No, we bought the green one.', 2),
  ),
  script(
    'a way that worked, but for the wrong thing, is no success to repeat',
    [
      turn('Lint the shop package.', 'Clean.', lint),
      turn("That's wrong, there are warnings.", 'Sorry.'),
      turn('Lint the shop package.', 'Clean.', lint),
      turn('Thanks.'),
    ],
    correction("That's wrong, there are warnings."),
  ),
]

const instructions = [
  script(
    'always',
    [turn('Always run the linter before you commit.')],
    instruction('Always run the linter before you commit.'),
  ),
  script('never', [turn('Never push to the main branch.')], instruction('Never push to the main branch.')),
  script(
    'remember to',
    [turn('Remember to water the plants on Monday.')],
    instruction('Remember to water the plants on Monday.'),
  ),
  script(
    'behind a condition',
    [turn('When you deploy, always tell the team first.')],
    instruction('always tell the team first.'),
  ),
  script(
    'please',
    [turn('Please never use emoji in commit messages.')],
    instruction('never use emoji in commit messages.'),
  ),
  script(
    'two in one turn, near each other',
    [turn('Always run the linter before you commit. Always run the tests before you commit.')],
    instruction('Always run the linter before you commit.'),
    instruction('Always run the tests before you commit.'),
  ),
  script(
    'beside a question',
    [turn('How do we name branches? From now on, always put the ticket number first.')],
    instruction('From now on, always put the ticket number first.'),
  ),
  script(
    'in the second turn',
    [turn('Write a letter.', 'Dear all.'), turn("Don't forget to sign letters.")],
    instruction("Don't forget to sign letters.", 2),
  ),
]

const repeatedSuccesses = [
  script(
    'the same call twice',
    [
      turn('Lint the shop package.', 'Clean.', lint),
      turn('Lint the shop package again.', 'Clean.', lint),
      turn('Thanks.'),
    ],
    repeated('Worked again: lint {"fix":true}', 1, 2),
  ),
  script(
    'the same way through three tools',
    [
      turn('Publish the weekly report.', 'Published.', worked('fetch', 1), worked('render', 1), worked('upload', 1)),
      turn(
        'Publish the weekly report please.',
        'Published.',
        worked('fetch', 2),
        worked('render', 2),
        worked('upload', 2),
      ),
      turn('Great.'),
    ],
    repeated('Worked again: fetch, then render, then upload', 1, 2),
  ),
  script(
    'with something else between',
    [
      turn('Back up the photo archive.', 'Done.', worked('backup', 'photos')),
      turn('What is the weather in Oslo?', 'Rain.'),
      turn('Back up the photo archive once more.', 'Done.', worked('backup', 'photos')),
      turn('Good.'),
    ],
    repeated('Worked again: backup photos', 1, 3),
  ),
  script(
    'three times is the same lesson',
    [
      turn('Lint the shop package.', 'Clean.', lint),
      turn('Lint the shop package.', 'Clean.', lint),
      turn('Lint the shop package.', 'Clean.', lint),
      turn('Thanks.'),
    ],
    repeated('Worked again: lint {"fix":true}', 1, 2, 3),
  ),
]

const nothing = [
  script('small talk', [turn('Good morning.', 'Good morning.'), turn('How are you?', 'Fine.')]),
  script('an error that nothing followed', [
    turn('Print the label.', 'I could not.', failed('print', 'a', 'no paper')),
  ]),
  script('an error of one tool, a success of another', [
    turn('Find the file.', 'Done.', failed('grep', 'a', 'denied'), worked('find', 'a')),
  ]),
  script('a success before the error', [
    turn('Call the API.', 'Done.', worked('curl', 'a'), failed('curl', 'b', 'refused')),
  ]),
  script('no error at all', [lines('Run the tests.', 'pytest: 12 passed, 0 failed', 'pytest: no errors')]),
  script('one success', [turn('Lint the shop package.', 'Clean.', lint), turn('Thanks.')]),
  script('the same call for something else', [
    turn('Lint the shop package.', 'Clean.', lint),
    turn('Tidy up the garden shed.', 'Clean.', lint),
    turn('Thanks.'),
  ]),
  script('"no" as an answer', [turn('Book the table.', 'Shall I book for four?'), turn('No, for five.')]),
  script('a demand in a quotation', [turn('Who said "Always be yourself"?', 'Many did.')]),
  script('a habit of the user', [turn('I never eat meat.', 'Noted.'), turn('I always walk to work.', 'Noted.')]),
  script('a correction of what was never answered', [
    turn('Which port does staging use?', null),
    turn('No, forget it.'),
  ]),
]

export const scripts: readonly Script[] = [
  ...recoveries,
  ...corrections,
  ...instructions,
  ...repeatedSuccesses,
  ...nothing,
]
