import { asks, edits, fails, remembers, runs, says, session } from '../script.mjs'

/** Schedule, playout and archive of a community radio station, in Elixir with Phoenix. */
export const offbeat = [
  session(
    'off-1',
    0,
    10,
    asks('stream cuts out every full hour, ~6s'),
    runs(
      'journalctl -u offbeat --since "09:59:50" --until "10:00:15"',
      '09:59:59 [info] Playout.Clock: hour change\n10:00:05 [error] GenServer Offbeat.Playout.Deck terminating\n** (stop) exited in: GenServer.call(Offbeat.Playout.Clock, :current, 5000)\n    ** (EXIT) time out',
    ),
    runs(
      'sed -n 30,70p lib/offbeat/playout/clock.ex',
      'def handle_info(:tick, state) do\n  slots = Repo.all(Slot.for_hour(now))',
    ),
    says(
      'At the hour `Playout.Clock` loads the next slots with all tracks from the database inside its own handle_info. That takes six seconds, meanwhile the deck asks it for the current track, times out after five and restarts. That is the gap.',
    ),
    asks('longer timeout?'),
    says(
      'Then the deck would wait rather than crash, and it would still be silent. Better to load the hour before it begins, in a task.',
    ),
    asks('do'),
    edits('lib/offbeat/playout/clock.ex'),
    edits('lib/offbeat/playout/preload.ex'),
    edits('test/offbeat/playout/clock_test.exs'),
    runs('mix test test/offbeat/playout', '31 tests, 0 failures'),
    says(
      'The next hour is now loaded two minutes ahead by a Task (`Playout.Preload`), and the clock only swaps to it. `Playout.Clock` must not query the database itself: while it does, the deck gets no answer and the stream is silent.',
    ),
  ),
  session(
    'off-2',
    0,
    17,
    asks('jingles way louder than talk'),
    runs(
      'for f in priv/audio/jingles/*.wav; do ffmpeg -i $f -af ebur128 -f null - 2>&1 | grep "I:" | tail -1; done',
      'I: -9.1 LUFS\nI: -8.7 LUFS\nI: -10.2 LUFS',
    ),
    says('They are mastered at -9 LUFS, talk is at about -20. Shall I bring everything to -16 when it is ingested?'),
    asks('dab mux wants -23, they reject us otherwise'),
    says(
      'Then one file at -16 for web and podcasts, and the feed to the multiplex is lowered by 7 dB at the very end.',
    ),
    asks('ok'),
    edits('lib/offbeat/audio/loudness.ex'),
    edits('lib/mix/tasks/audio.ingest.ex'),
    fails(
      'mix audio.ingest priv/audio/jingles',
      '** (MatchError) no match of right hand side value: {"[Parsed_loudnorm_0 @ 0x55d] \\n", 0}\n    lib/offbeat/audio/loudness.ex:22: Offbeat.Audio.Loudness.measure/1',
    ),
    edits('lib/offbeat/audio/loudness.ex'),
    runs('mix audio.ingest priv/audio/jingles', '14 files, -16.0 LUFS ±0.2'),
    says(
      'All audio goes through `mix audio.ingest` or the upload form now, which bring it to -16 LUFS with loudnorm in two passes; that is what the web stream and the podcasts get. The DAB multiplex gets the same at -23 LUFS by a gain of -7 dB in the sender.',
    ),
  ),
  session(
    'off-3',
    1,
    9,
    asks('how long do we keep the air recordings? why'),
    runs('rg -n "days" lib/offbeat/archive/reaper.ex', '9:  # Ofcom\n10:  @keep_days 42'),
    says(
      '42 days. `Archive.Reaper` deletes the hourly recordings after that, every night at four. It is the term for which Ofcom may ask for a recording of what was broadcast, so it can be longer but not shorter.',
    ),
    asks('ah right'),
  ),
  session(
    'off-4',
    1,
    20,
    asks('ci red 1 in 4'),
    runs(
      'gh run view 5512 --log-failed | tail -6',
      '** (MatchError) no match of right hand side value: {:error, {:already_started, #PID<0.611.0>}}\n  test/offbeat/playout/clock_test.exs:14',
    ),
    says(
      'The clock registers under its module name. `clock_test` and `schedule_live_test` both start it and both are async, so whoever comes second gets already_started.',
    ),
    asks('async false?'),
    says('Works, costs about 9 seconds. The other way is to give each test its own name.'),
    asks('name then'),
    edits('lib/offbeat/playout/clock.ex'),
    edits('test/support/playout_case.ex'),
    edits('test/offbeat/playout/clock_test.exs'),
    edits('test/offbeat_web/live/schedule_live_test.exs'),
    runs('for i in $(seq 20); do mix test --seed $i | tail -1; done | sort | uniq -c', '20 212 tests, 0 failures'),
    says(
      'No failure in 20 runs. Tests that need a clock use `Offbeat.PlayoutCase`, which starts one with a name of its own and hands it over in the context; nothing in the tests starts the global `Playout.Clock` any more.',
    ),
  ),
  session(
    'off-5',
    2,
    11,
    asks('release wont start on the box'),
    fails(
      'ssh radio1 /opt/offbeat/bin/offbeat start',
      "/opt/offbeat/erts-14.2.1/bin/beam.smp: /lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.34' not found (required by /opt/offbeat/erts-14.2.1/bin/beam.smp)",
    ),
    runs(
      'ssh radio1 "ldd --version | head -1; cat /etc/debian_version"',
      'ldd (Debian GLIBC 2.31-13+deb11u8) 2.31\n11.9',
    ),
    says(
      'The runner went from ubuntu-20.04 to 22.04 last week. The release brings its own Erlang along, linked to glibc 2.35 there, and radio1 is Debian 11 with 2.31.',
    ),
    asks('cant upgrade box before summer, soundcard driver'),
    edits('.github/workflows/release.yml'),
    edits('Dockerfile.release'),
    runs('gh workflow run release.yml && gh run watch', '✓ release in 4m12s'),
    runs('ssh radio1 /opt/offbeat/bin/offbeat version', 'offbeat 0.31.2'),
    says(
      'It runs. Releases are built in the container hexpm/elixir on Debian bullseye now, whatever the runner is, because radio1 stays on Debian 11 (glibc 2.31) until summer for the sound card driver.',
    ),
  ),
  session(
    'off-6',
    3,
    8,
    asks('someone deployed during breakfast show, 20s dead air. no deploys 6-9 and 16-19. note it'),
    remembers(
      'No deploys of offbeat between 6 and 9 and between 16 and 19 o’clock: a restart is dead air during breakfast and drivetime.',
      'When must we not deploy?',
    ),
    edits('bin/deploy'),
    runs('bin/deploy --dry-run', 'refused: on air freeze until 09:00 (--force overrides)'),
    says('Noted, and `bin/deploy` refuses in those hours unless it gets --force.'),
  ),
  session(
    'off-7',
    3,
    21,
    asks('2 shows booked same studio tue 8pm'),
    runs('rg -n "overlap" lib/offbeat/schedule', 'lib/offbeat/schedule/slot.ex:41: |> validate_no_overlap()'),
    says(
      'The changeset looks for an overlap and then inserts. Both presenters pressed save within the same second: both looked, neither saw the other.',
    ),
    asks('fix'),
    edits('priv/repo/migrations/20251106201500_slots_no_overlap.exs'),
    edits('lib/offbeat/schedule/slot.ex'),
    fails(
      'mix ecto.migrate',
      '** (Postgrex.Error) ERROR 23P01 (exclusion_violation) could not create exclusion constraint "slots_no_overlap"\n    Key (studio_id, tstzrange(...)) conflicts with key',
    ),
    says(
      'Three old pairs overlap, all of 2023 and long broadcast. I shorten the earlier one of each in the migration.',
    ),
    edits('priv/repo/migrations/20251106201500_slots_no_overlap.exs'),
    runs('mix ecto.migrate && mix test', '214 tests, 0 failures'),
    says(
      'Postgres guards it now: exclusion constraint `slots_no_overlap` on studio and tstzrange with `[)`, so that a show may begin when another ends. The check in the changeset is gone, as it cannot see what another transaction is about to insert; the form shows the message of exclusion_constraint.',
    ),
  ),
  session(
    'off-8',
    4,
    13,
    asks('what happens w/ night shows when clocks change'),
    runs(
      'rg -n "from_naive" lib',
      'lib/offbeat/schedule/expand.ex:27: {:ok, at} = DateTime.from_naive(naive, "Europe/London")',
    ),
    says(
      'It crashes: from_naive gives {:gap, …} for 01:30 on 29 March and {:ambiguous, …} on 25 October, and the match is for :ok only. The whole night would have no schedule.',
    ),
    asks('gap: start at 2. twice: first one'),
    edits('lib/offbeat/schedule/expand.ex'),
    edits('test/offbeat/schedule/expand_test.exs'),
    runs('mix test test/offbeat/schedule', '44 tests, 0 failures'),
    says(
      'Shows that would start in the missing hour in spring start at 02:00 BST and end when they should, so they are shorter. In autumn a show in the doubled hour starts at the first of the two, and what comes after 2 stays; the hour in between is filled by the night loop.',
    ),
  ),
  session(
    'off-9',
    4,
    22,
    asks('Björk shows as BjÃ¶rk in car radios'),
    runs('curl -s http://localhost:8000/status-json.xsl | jq -r .icestats.source.title', 'Björk - Jóga'),
    says(
      'Icecast has it right, so it is the way to the listener. For MP3 mounts it passes ICY metadata on as it got them, and many receivers take these for ISO-8859-1. I sent latin1 with `charset=ISO-8859-1` to a test mount: fine in my two players, but VLC then shows a question mark for ő.',
    ),
    asks('need a real car. next week'),
  ),
  session(
    'off-10',
    6,
    12,
    asks('new timetable from monday, breakfast 7-10, drive 17-20. freeze too'),
    edits('bin/deploy'),
    edits('priv/repo/seeds/formats.exs'),
    runs('bin/deploy --dry-run --at 19:30', 'refused: on air freeze until 20:00 (--force overrides)'),
    says(
      'The freeze for deploys moved with the shows: 7 to 10 and 17 to 20 instead of 6 to 9 and 16 to 19. `bin/deploy` knows.',
    ),
  ),
]
