import { failure, prompt, silence, silentFailure } from '../script.mjs'

const telling = [
  prompt(
    'ich will telefonische termine im admin direkt mit Booking.create anlegen, falls zwei leute gleichzeitig eintragen mach ich halt with_lock drumrum, ok?',
    /Exclusion/,
    'mow-1',
  ),
  failure(
    'bin/rails db:seed',
    'ActiveRecord::StatementInvalid: PG::ExclusionViolation: ERROR:  conflicting key value violates exclusion constraint "bookings_no_overlap"\nDETAIL:  Key (press_id, tsrange(starts_at, ends_at))=(1, ["2025-10-04 09:00:00","2025-10-04 10:00:00")) conflicts with existing key',
    /BookSlot|Exclusion Constraint/,
    'mow-1',
  ),
  prompt(
    'nächste saison kommt ne zweite Presse. können die termine dann parallel laufen oder blockieren die sich gegenseitig',
    /press_id/,
    'mow-1',
  ),
  prompt('ab 1.1. neuer steuersatz für die pauschalierer, wo trag ich das ein', /tax_rates/, 'mow-2'),
  prompt(
    'Lieferant Brandl fragt, warum auf seiner Gutschrift 7 % stehen und bei seinem Nachbarn 7,8 %. Beides Äpfel, gleiche Woche. Fehler bei uns?',
    /pauschalier|flat_rate/,
    'mow-2',
  ),
  prompt(
    'heute früh hat das sms gateway ne stunde gehangen und 12 leute haben keine erinnerung gekriegt. setz den ReminderJob bitte auf retry: 3',
    /lieber keine|nie klar/,
    'mow-3',
  ),
  prompt('was passiert wenn eine erinnerung nicht rausgeht, merkt das jemand', /Anrufliste/, 'mow-3'),
  failure(
    'kamal deploy',
    'INFO [2f1a] Running docker run --detach --restart unless-stopped --name mostwerk-web-latest\nERROR Failed to boot web on 65.108.4.17\nexec /rails/bin/docker-entrypoint: exec format error',
    /amd64/,
    'mow-4',
  ),
  prompt('wie deploye ich nochmal? kamal deploy lokal dauert ewig', /GitHub Actions/, 'mow-4'),
  prompt(
    'helfer in der halle meldet: display sagt "Waage unruhig" und es wird nichts übernommen. woran kanns liegen',
    /S D|S S/,
    'mow-5',
  ),
  prompt(
    'bau bitte im admin einen edit button fürs gewicht ein, die helfer vertun sich öfter',
    /Eichrecht|neu gewogen/,
    'mow-5',
  ),
  prompt(
    'Beleg 2231 hat 240 kg statt 420, kunde steht neben mir. gib mir den einzeiler für die console zum updaten',
    /neu gewogen/,
    'mow-5',
  ),
  prompt(
    'der neue praktikant möchte unser Login durch Devise ersetzen, weil das "Standard" sei. spricht was dagegen?',
    /Handynummer/,
    'mow-6',
  ),
  prompt(
    'kunde sagt der code aus der sms geht nicht, er hat ihn aber erst ne viertelstunde später eingetippt',
    /10 Minuten/,
    'mow-6',
  ),
  prompt('mit wieviel liter pro kilo apfel rechnen wir', /0,65/, 'mow-10', ['mow-7']),
  prompt('300 kg birnen, mit wieviel saft kann der kunde mindestens rechnen laut unserer anzeige', /0,55/, 'mow-10', [
    'mow-7',
  ]),
  prompt(
    'Kundin beschwert sich: 200 kg Äpfel gebracht und nur 123 Liter bekommen. Ist das noch im Rahmen von dem was wir ihr beim buchen angezeigt haben?',
    /0,61/,
    'mow-10',
    ['mow-7'],
  ),
  prompt('wird die letzte halbvolle box eigentlich berechnet', /nicht berechnet/, 'mow-7'),
  failure(
    'bundle exec rubocop app/models/season.rb',
    'app/models/season.rb:8:19: C: Rails/Date: Do not use Date.today without zone. Use Time.zone.today instead.\n    where(day: Date.today..)\n                    ^^^^^',
    /Date\.current/,
    'mow-9',
  ),
  prompt(
    'seit gestern hab ich ein neues spec für die tagesliste, läuft bei mir immer durch, auf der CI war es um 0:20 uhr rot und heute morgen ohne änderung wieder grün',
    /UTC/,
    'mow-9',
  ),
]

const silent = [
  silence('ja passt'),
  silence('weiter'),
  silence('ne andersrum, erst der name dann die nummer'),
  silence('commit + push bitte'),
  silence('mach mir ein stimulus controller der das menü auf dem handy auf und zu klappt'),
  silence('Die Startseite braucht neue Öffnungszeiten: Mo bis Fr 8–18 Uhr, Sa 8–14 Uhr, ab November geschlossen.'),
  silence('was ist der unterschied zwischen turbo frame und turbo stream, kurz'),
  silence(
    'GET /customers\nUSE eager loading detected\n  Customer => [:addresses]\n  Add to your query: .includes([:addresses])\n\nbitte fixen',
  ),
  silence(
    'Ich hätte gern im Admin eine Suche über die Kunden, nach Name, Ort und Telefonnummer, die auch Treffer findet wenn jemand Müller mit ue schreibt. Darf gern simpel sein, es sind nur ca. 3000.',
  ),
  silence('logo im footer ist verpixelt, nimm das svg'),
  silence('rails 7.1 auf 7.2, was steht im upgrade guide zu den defaults'),
  silence('schreib ne freundliche absage mail für den imker der bei uns honig verkaufen will'),
  silence('factory für customer hat immer den selben namen, bitte mit sequence'),
  silence('kannst du die liste der apfelsorten alphabetisch sortieren? mit umlauten richtig bitte'),
  silence('impressum: neue adresse, Am Mühlbach 3 statt 7'),
  silence('simplecov report als artefakt in den test workflow hängen'),
  silence('wo kommt der weiße rand um die kacheln auf dem dashboard her, nur safari'),
  silence('wie mach ich in git aus 3 commits einen'),
  silentFailure(
    'bundle install',
    'Gem::Ext::BuildError: ERROR: Failed to build gem native extension.\nvips.h: No such file or directory\nAn error occurred while installing ruby-vips (2.2.1), and Bundler cannot continue.',
  ),
  silentFailure(
    'bin/rspec spec/requests/customers_spec.rb',
    "Failure/Error: get customer_path(customer)\nActionView::Template::Error:\n  undefined method `full_name' for nil:NilClass\n# ./app/views/customers/show.html.erb:4",
  ),
]

export const mostwerkPrompts = { telling, silent }
