import { asks, edits, fails, remembers, runs, says, session } from '../script.mjs'

/** Termine, Waage und Rechnungen einer Lohnmosterei, in Ruby on Rails. Deutsch, mit viel Englisch darin. */
export const mostwerk = [
  session(
    'mow-1',
    0,
    8,
    asks(
      'am samstag standen zwei kunden gleichzeitig mit je 400 kg äpfeln da, beide mit bestätigtem termin um 9:30. wir haben doch validates_uniqueness drauf?? bitte fixen, das war echt peinlich',
    ),
    runs(
      'rg -n "uniqueness|overlap" app/models/booking.rb',
      '14: validates :starts_at, uniqueness: { scope: :press_id }',
    ),
    says(
      'Die Validierung fragt erst und schreibt dann; zwei Requests kommen dazwischen. Außerdem vergleicht sie nur den Beginn: 9:30 bis 10:30 und 10:00 bis 11:00 gehen beide durch.',
    ),
    asks('reicht da ein lock'),
    says(
      'Nur solange alle daran denken. Ein Exclusion Constraint in Postgres verhindert es immer, auch aus der Konsole und bei Überlappungen.',
    ),
    asks('ok do it'),
    edits('db/migrate/20250908_bookings_no_overlap.rb'),
    edits('app/services/book_slot.rb'),
    runs('bin/rspec spec/services/book_slot_spec.rb', '14 examples, 0 failures'),
    says(
      'Doppelte Termine sind jetzt in der Datenbank ausgeschlossen: Exclusion Constraint `bookings_no_overlap` über press_id und tsrange(starts_at, ends_at), stornierte ausgenommen. BookSlot fängt PG::ExclusionViolation ab und schlägt den nächsten freien Slot vor. Wer an BookSlot vorbei speichert, bekommt den Fehler selbst.',
    ),
  ),
  session(
    'mow-2',
    0,
    18,
    asks(
      'Die Steuerberaterin hat angerufen. Gutschriften für Äpfel, die wir von pauschalierenden Landwirten ankaufen, haben 7,8 %, nicht 7. Bei uns steht überall 0.07 im Code, glaub ich. Und der Satz ändert sich wohl alle ein, zwei Jahre, also bitte nicht wieder hart reinschreiben.',
    ),
    runs(
      'rg -n "0\\.07|0\\.19" app lib',
      'app/models/credit_note.rb:22: TAX = 0.07\napp/models/invoice.rb:9: TAX = 0.19',
    ),
    says('Es gibt nur die zwei Konstanten. Ich lege eine Tabelle mit Art, Satz und Beginn der Gültigkeit an.'),
    edits('db/migrate/20250908_create_tax_rates.rb'),
    edits('app/models/credit_note.rb'),
    edits('app/models/invoice.rb'),
    runs('bin/rspec spec/models', '112 examples, 0 failures'),
    says(
      'Die Sätze stehen in der Tabelle tax_rates mit `valid_from`, und es gilt der vom Tag der Lieferung: Lohnpressen 19 %, Ankauf von pauschalierenden Landwirten 7,8 %, von regelbesteuerten 7 %. Ein neuer Satz ist eine neue Zeile, alte Belege bleiben, wie sie sind. Ob jemand pauschaliert, steht am Lieferanten (`flat_rate`).',
    ),
  ),
  session(
    'mow-3',
    1,
    7,
    asks(
      'Frau Hübner hat heute früh 5x die gleiche erinnerungs sms gekriegt. log ist angehängt\n\nNet::ReadTimeout in ReminderJob, retry 4',
    ),
    runs(
      'rg -n "" app/jobs/reminder_job.rb',
      'retry: 5\nSmsGateway.send!(booking.phone, text)\nbooking.update!(reminded_at: Time.current)',
    ),
    says(
      'Das Gateway hatte die SMS angenommen und nur zu langsam geantwortet. Sidekiq versucht es nach dem Timeout nochmal, und reminded_at wird erst danach gesetzt.',
    ),
    asks('dann retry aus?'),
    edits('app/jobs/reminder_job.rb'),
    edits('app/lib/sms_gateway.rb'),
    runs('bin/rspec spec/jobs', '31 examples, 0 failures'),
    says(
      'Keine doppelten SMS mehr: `reminded_at` wird vor dem Senden gesetzt, und ReminderJob hat retry: 0. Das Gateway kennt keinen Schlüssel, an dem es eine Wiederholung erkennt, deshalb ist nach einem Timeout nie klar, ob die SMS draußen ist; lieber keine als fünf. Gescheiterte stehen morgens auf der Anrufliste.',
    ),
  ),
  session(
    'mow-4',
    1,
    19,
    asks('deploy geht nicht seit ich das neue macbook hab'),
    fails(
      'kamal deploy',
      'ERROR (SSHKit::Command::Failed): docker exit status: 1\ncontainer mostwerk-web-8c1f not healthy\nexec /rails/bin/docker-entrypoint: exec format error',
    ),
    says('Das Image ist für arm64 gebaut, der Server bei Hetzner ist amd64.'),
    edits('config/deploy.yml'),
    runs('time kamal build push', 'real 26m14s'),
    says('Mit arch: amd64 geht es, aber emuliert dauert der Build auf dem Mac 26 Minuten.'),
    asks('26 min lol nein. dann in github actions'),
    edits('.github/workflows/deploy.yml'),
    runs('gh run watch', 'completed with success in 4m 02s'),
    says(
      'Deployed wird jetzt über GitHub Actions: Push auf den Branch `production`, das Image entsteht dort in 4 Minuten für amd64. Lokal auf dem M-Mac kommt ohne `builder: arch: amd64` ein arm64-Image heraus (exec format error auf dem Server), mit Emulation dauert es 26 Minuten.',
    ),
  ),
  session(
    'mow-5',
    2,
    8,
    asks(
      'die Waage liefert manchmal gewichte die 20-30 kg daneben liegen, vor allem wenn der Stapler die Kiste noch nicht ganz abgesetzt hat. Der Raspi liest per RS232. Und: wir sind geeicht, d.h. niemand darf ein gewicht von hand ändern, wenns falsch ist stornieren und neu wiegen. bitte merken',
    ),
    runs('ssh waage-pi tail -3 /var/log/waage.log', 'S D     388.5 kg\nS D     402.0 kg\nS S     417.5 kg'),
    says(
      'Die Waage sagt selbst, ob sie steht: "S S" ist stabil, "S D" noch in Bewegung. Das Skript nimmt einfach die letzte Zeile.',
    ),
    edits('waage/read.rb'),
    edits('app/models/weighing.rb'),
    remembers(
      'Gewichte in mostwerk werden nie von Hand geändert (Eichrecht): eine falsche Wägung wird storniert und neu gewogen.',
      'Darf man ein Gewicht nachträglich ändern?',
    ),
    runs('bin/rspec spec/models/weighing_spec.rb', '19 examples, 0 failures'),
    says(
      'Der Raspi übernimmt nur noch Zeilen mit "S S" (stabil); bei "S D" wartet er bis zu 15 Sekunden und meldet sonst "Waage unruhig". Weighing ist nach dem Anlegen readonly, mit `cancel!` wird storniert und danach neu gewogen.',
    ),
  ),
  session(
    'mow-6',
    2,
    20,
    asks('warum haben wir eigentlich kein devise sondern was selbst gebautes? ein freund hat gelacht'),
    runs('git log --format=%b -1 -- app/models/login_code.rb', 'Die meisten Kunden haben keine Mail, nur ein Handy.'),
    says(
      'Weil die meisten eurer Kunden keine E-Mail-Adresse haben: Angemeldet wird mit der Handynummer und einem sechsstelligen Code per SMS, der 10 Minuten gilt und nach drei Fehlversuchen verfällt. Devise geht von E-Mail und Passwort aus; davon wäre fast nichts übrig geblieben.',
    ),
    asks('ach stimmt, der opa faktor :) danke'),
  ),
  session(
    'mow-7',
    3,
    9,
    asks(
      'beim buchen soll der kunde sehen wieviel saft er ungefähr kriegt und wieviele bag in box er bezahlen muss. äpfel 0,60 l pro kg, birnen auch, quitten nur 0,45. boxen sind 5 l. im frühjahr kommt vllt 3 l dazu',
    ),
    edits('app/models/yield_estimate.rb'),
    edits('app/views/bookings/_estimate.html.erb'),
    runs('bin/rspec spec/models/yield_estimate_spec.rb', '9 examples, 0 failures'),
    says(
      'YieldEstimate rechnet mit 0,60 l/kg für Äpfel und Birnen und 0,45 l/kg für Quitten, geteilt durch 5-l-Boxen, abgerundet: die letzte, nicht volle Box wird nicht berechnet, der Rest geht offen mit.',
    ),
  ),
  session(
    'mow-8',
    4,
    8,
    asks('etiketten pdf druckt in firefox auf A4 statt auf 100x60, chrome geht'),
    runs('rg -n "page_size" app/pdfs/label_pdf.rb', '7: page_size: [100.mm, 60.mm]'),
    says(
      'Im PDF stimmt die Größe. Firefox nimmt vermutlich das Papier aus den Einstellungen des Druckers; dazu müsste ich sehen, was auf dem Rechner in der Halle eingestellt ist.',
    ),
    asks('bin grad nicht da, ein andermal'),
  ),
  session(
    'mow-9',
    4,
    19,
    asks('CI is rot, aber nur wenn ich abends push. morgens re-run → grün. nervt seit wochen'),
    fails(
      'TZ=UTC bin/rspec spec/models/booking_spec.rb',
      'Failure/Error: expect(Booking.today).to include(booking)\n  expected [] to include #<Booking id: 12, starts_at: "2025-09-12 00:30:00 +0200">',
    ),
    says(
      'Date.today nimmt die Zone des Rechners, auf CI also UTC, Date.current die der App, Berlin. Ab 22 Uhr UTC im Sommer sind das zwei verschiedene Tage. In Produktion läuft der Container auch in UTC, dort ist es also ein echter Fehler.',
    ),
    asks('oha. überall ändern und rubocop soll meckern'),
    edits('.rubocop.yml'),
    edits('app/models/booking.rb'),
    edits('app/models/batch.rb'),
    runs('for z in UTC Europe/Berlin; do TZ=$z bin/rspec; done', '418 examples, 0 failures\n418 examples, 0 failures'),
    says(
      'Date.today und Time.now sind durch Date.current und Time.current ersetzt, und die Cops Rails/Date und Rails/TimeZone verbieten sie. Der Container läuft in UTC, die App in Europe/Berlin; zwischen 22 und 24 Uhr UTC war Date.today einen Tag zurück, auch beim MHD auf den Etiketten.',
    ),
  ),
  session(
    'mow-10',
    6,
    10,
    asks('halbe saison rum, schau mal was wir echt rausholen, die schätzung kommt mir zu niedrig vor'),
    runs(
      'bin/rails runner script/yield_stats.rb',
      'Apfel  612 Chargen  median 0.65  p10 0.61\nBirne   48 Chargen  median 0.60  p10 0.55\nQuitte  31 Chargen  median 0.45  p10 0.41',
    ),
    asks('dann äpfel rauf. und p10 als untergrenze anzeigen, sonst gibts diskussionen an der rampe'),
    edits('app/models/yield_estimate.rb'),
    edits('app/views/bookings/_estimate.html.erb'),
    runs('bin/rspec spec/models/yield_estimate_spec.rb', '12 examples, 0 failures'),
    says(
      'Äpfel werden jetzt mit 0,65 l/kg geschätzt statt 0,60; Birnen bleiben bei 0,60, Quitten bei 0,45. Angezeigt wird eine Spanne, deren Untergrenze das Zehntel der schlechtesten Chargen ist (Apfel 0,61, Birne 0,55, Quitte 0,41), mit dem Satz „Die Ausbeute hängt vom Obst ab“.',
    ),
  ),
]
