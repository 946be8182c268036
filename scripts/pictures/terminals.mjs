import { writeSessions } from './sessions.mjs'

const daysAgo = (days) => new Date(Date.now() - days * 86_400_000).toISOString()

/** The terminals in the README: hidden preparation, then the commands that are shown with their output. */
export const terminals = [
  {
    name: 'recall',
    label: 'A terminal: ww remember, then ww recall with its reasons, then a question nothing is known about.',
    prepare: (_, run) =>
      [
        ['remember', 'Mira purchased a cheap used car.', '--timestamp', daysAgo(9)],
        ['remember', 'Mira prefers tabs over spaces.', '--kind', 'note', '--timestamp', daysAgo(6)],
        ['remember', 'Checkout failed with ECONNREFUSED until we restarted the gateway.', '--timestamp', daysAgo(4)],
      ].forEach(run),
    shown: [
      ['remember', 'The web shop now uses port 8443', '--tags', 'infra'],
      ['recall', 'which port does the web shop use?'],
      ['recall', 'has she bought an inexpensive automobile?', '--explain'],
      ['recall', 'when is the dentist appointment?'],
    ],
  },
  {
    name: 'try',
    label: 'A terminal: ww try finds an answer in past sessions of Claude Code and says how to keep it.',
    prepare: (home) => writeSessions(home, daysAgo),
    shown: [['try', 'which port does Postgres use on CI?']],
  },
]
