import { failure, prompt, silence, silentFailure } from '../script.mjs'

const telling = [
  prompt('ok to deploy at 4pm?', /17 ?(to|-|–) ?20/, 'off-10', ['off-6']),
  prompt('dropout at 3pm on the dot again', /two minutes ahead|Preload|must not query/, 'off-1'),
  prompt('podcast too quiet on spotify. what level are we at', /-16/, 'off-2'),
  prompt('disk 97%. drop recordings older than 2 weeks', /42/, 'off-3'),
  prompt(
    'csv import blows up on double bookings. check overlap in the changeset instead',
    /exclusion|slots_no_overlap/,
    'off-7',
  ),
  prompt('29 march, night owls at 1:30. when does it really start', /02:00|start at 2/, 'off-8'),
  prompt('bump all runners to ubuntu 24.04', /bullseye|glibc|Debian 11/i, 'off-5'),
  prompt('was in the car. titles still garbled, Sigur RÃ³s', /8859-1|latin1/i, 'off-9'),
  failure(
    'ssh radio1 /opt/offbeat-next/bin/offbeat eval "Offbeat.Release.migrate"',
    "/opt/offbeat-next/erts-15.0/bin/beam.smp: /lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.38' not found (required by /opt/offbeat-next/erts-15.0/bin/beam.smp)",
    /bullseye|glibc/i,
    'off-5',
  ),
  failure(
    'mix test',
    '  1) test crossfade at the hour (Offbeat.Playout.DeckTest)\n     test/offbeat/playout/deck_test.exs:19\n     ** (MatchError) no match of right hand side value: {:error, {:already_started, #PID<0.702.0>}}\n     code: {:ok, _} = start_supervised(Offbeat.Playout.Clock)\n\n219 tests, 1 failure',
    /PlayoutCase|name of its own/,
    'off-4',
  ),
]

const silent = [
  silence('y'),
  silence('no, the other file'),
  silence('presenter page: photo, bio, links'),
  silence('rss per show'),
  silence('handle_info or handle_cast for pubsub msgs?'),
  silence('song request form, honeypot vs spam'),
  silence('tailwind 4'),
  silence('listeners per country chart from the nginx log'),
  silence('squash last 3 commits'),
  silentFailure(
    'mix compile --warnings-as-errors',
    'warning: variable "socket" is unused (if the variable is not meant to be used, prefix it with an underscore)\n  lib/offbeat_web/live/donate_live.ex:33:20\n\nCompilation failed due to warnings while using the --warnings-as-errors option',
  ),
]

export const offbeatPrompts = { telling, silent }
