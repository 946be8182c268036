import { asks, edits, fails, remembers, runs, says, session } from '../script.mjs'

/** The booking system of a mountain hut in old PHP and MySQL; its keeper writes German. */
export const huettenbuch = [
  session(
    'hut-1',
    0,
    8,
    asks('Vroni hat schon wieder zwei Gruppen im gleichen Lager stehen. Wie kann das sein, das wird doch geprüft?'),
    runs(
      'grep -n "SELECT" buchen.php',
      '112: $frei = db_wert("SELECT plaetze - belegt FROM belegung WHERE tag = \'$tag\'");',
    ),
    says(
      'Geprüft wird schon, aber zwischen der Abfrage in Zeile 112 und dem INSERT in Zeile 160 kann ein zweiter Gast dieselbe Abfrage machen. Beide sehen dann noch freie Plätze.',
    ),
    asks('kann man da nicht eine transaktion drum machen'),
    runs('mysql huette -e "SHOW TABLE STATUS LIKE \'belegung\'\\G" | grep Engine', 'Engine: MyISAM'),
    says(
      'Die Tabellen sind noch MyISAM, da bewirkt eine Transaktion gar nichts. Ich würde belegung und reservierung zuerst auf InnoDB umstellen.',
    ),
    asks('passt, mach'),
    edits('sql/2025-06-innodb.sql'),
    edits('buchen.php'),
    runs('php tests/doppelbuchung.php', '50 gleichzeitige Buchungen, 8 Plätze: 8 angenommen, 42 abgelehnt'),
    says(
      'Doppelbuchungen sollten damit vorbei sein: belegung und reservierung sind jetzt InnoDB, und buchen.php sperrt die Zeile des Tages mit SELECT … FOR UPDATE, bis die Reservierung geschrieben ist. Ursache war, dass zwischen Prüfen und Eintragen ein anderer dazwischenkam.',
    ),
  ),
  session(
    'hut-2',
    0,
    17,
    asks('In den Mails steht "GrÃ¶bner" statt Gröbner. Auf der Webseite ist alles richtig.'),
    fails(
      'mysql huette < sql/utf8.sql',
      "ERROR 1366 (HY000) at line 4: Incorrect string value: '\\xF6bner' for column 'nachname' at row 212",
    ),
    says(
      'Die Tabelle ist als latin1 angelegt, die Webseite schreibt aber seit Jahren UTF-8-Bytes hinein, ohne es der Verbindung zu sagen. Auf der Seite hebt sich das auf, in der Mail nicht. Ein paar ganz alte Zeilen sind wirklich latin1, daher der Fehler.',
    ),
    edits('sql/utf8.sql'),
    edits('lib/db.inc.php'),
    runs('mysql huette < sql/utf8.sql && php tests/umlaute.php', 'ok, 3 Zeilen aus 2009 einzeln umgewandelt'),
    says(
      'Umlaute stimmen jetzt auch in den Mails. Die Spalten gingen über BINARY nach utf8mb4, damit nichts doppelt umgewandelt wird, und db.inc.php ruft mysqli_set_charset("utf8mb4") auf. Neue Tabellen bitte immer als InnoDB mit utf8mb4 anlegen.',
    ),
  ),
  session(
    'hut-3',
    1,
    9,
    asks(
      'Stornieren ist bis 14 Tage vor Anreise gratis, danach 10 Euro pro Person und Nacht. Bau das bitte in die Stornoseite ein.',
    ),
    edits('storno.php'),
    edits('lib/preis.inc.php'),
    remembers(
      'Stornieren ist bis 14 Tage vor der Anreise kostenlos, danach kostet es 10 Euro pro Person und Nacht.',
      'Bis wann ist Stornieren kostenlos?',
    ),
    says(
      'Die Stornoseite rechnet die Gebühr aus und zeigt sie vor dem Bestätigen an. Die Frist steht in preis.inc.php als STORNO_TAGE.',
    ),
  ),
  session(
    'hut-4',
    1,
    14,
    asks('Gäste mit GMX und T-Online bekommen keine Bestätigung'),
    fails(
      'php tests/mail.php probe@gmx.example',
      '554 Transaction failed\nReject due to policy restrictions. For explanation visit postmaster: SPF check failed for huette-am-see.example',
    ),
    says('Wir verschicken mit mail() direkt vom Webserver, und dessen Adresse steht nicht im SPF-Eintrag der Domain.'),
    asks(
      'den eintrag kann ich nicht ändern, die domain gehört der sektion und der zuständige ist bis september am k2 oder so',
    ),
    says('Dann verschicken wir über den Mailserver der Sektion, der ist ja eingetragen.'),
    edits('lib/mail.inc.php'),
    edits('config.beispiel.php'),
    runs('php tests/mail.php probe@gmx.example', '250 Requested mail action okay, completed'),
    says(
      'Bestätigungen gehen jetzt über smtp.sektion.example, Port 587, mit PHPMailer statt mail(). GMX nimmt sie an; T-Online habe ich nicht probieren können. Ein eigener SPF-Eintrag kam nicht infrage, weil die Domain der Sektion gehört.',
    ),
  ),
  session(
    'hut-5',
    2,
    10,
    asks('nur eine frage: wie rechnen wir die halbpension für kinder? am telefon fragt einer'),
    runs('grep -n "HP" lib/preis.inc.php', '40: if ($alter < 6) return 0;\n41: if ($alter < 15) return HP_PREIS / 2;'),
    says(
      'Unter 6 Jahren ist die Halbpension gratis, von 6 bis 14 kostet sie die Hälfte, ab 15 den vollen Preis. Es zählt das Alter am Anreisetag.',
    ),
    asks('danke'),
  ),
  session(
    'hut-6',
    2,
    16,
    asks('Der Hoster dreht PHP 7.4 Ende des Monats ab. Was muss ich tun?'),
    fails(
      'php8.2 index.php',
      'PHP Fatal error:  Uncaught Error: Call to undefined function each() in /var/www/huette/lib/kalender.inc.php:58',
    ),
    runs('grep -rnE "\\b(each|create_function|utf8_encode)\\(" --include=*.php . | wc -l', '23'),
    says(
      'each() und create_function() gibt es seit PHP 8 nicht mehr, utf8_encode() ist veraltet. 23 Stellen, alle harmlos.',
    ),
    asks('dann bitte alle umbauen'),
    edits('lib/kalender.inc.php'),
    edits('lib/liste.inc.php'),
    runs('for f in tests/*.php; do php8.2 $f || exit 1; done', 'ok'),
    says(
      'Läuft unter PHP 8.2. each() ist überall durch foreach ersetzt, create_function() durch Closures. Beim Hoster stellst du die Version in der .htaccess um, mit `AddHandler application/x-httpd-php82 .php`; das Kundenmenü ändert nur die Konsole.',
    ),
  ),
  session(
    'hut-7',
    3,
    9,
    asks('Der Belegungskalender ist auf Vronis iPad so langsam'),
    runs('curl -s -o /dev/null -w "%{time_total}" http://localhost/kalender.php', '0.184'),
    says(
      'Der Server antwortet in 0,2 Sekunden, daran liegt es nicht. Vielleicht die Tabelle mit 4000 Zellen, vielleicht die Richtfunkstrecke. Ohne das iPad kann ich nur raten.',
    ),
    asks('ich bin erst am samstag wieder oben. lassen wir das'),
  ),
  session(
    'hut-8',
    3,
    18,
    asks('Spiel die Änderungen bitte ein. SSH gibt es bei dem Hoster nicht, nur FTP.'),
    runs(
      'lftp -e "mirror -R --only-newer . /huette; quit" ftp.hoster.example',
      'Total: 14 directories, 203 files\nNew: 31 files',
    ),
    asks('Jetzt geht gar nichts mehr!! "Access denied for user root@localhost"'),
    says(
      'Das war ich: mirror hat auch config.local.php hochgeladen, und damit stehen auf dem Server die Zugangsdaten deines Rechners.',
    ),
    runs(
      'lftp -e "get backup/config.local.php -o /tmp/c.php; put /tmp/c.php -o /huette/config.local.php; quit" ftp.hoster.example',
      '',
    ),
    edits('einspielen.sh'),
    remembers(
      'Eingespielt wird nur mit ./einspielen.sh (lftp über FTP, SSH gibt es nicht); config.local.php darf nie hochgeladen werden, sie enthält die Zugangsdaten des jeweiligen Rechners.',
      'Wie wird eingespielt?',
    ),
    says('Die Seite läuft wieder. einspielen.sh lässt config.local.php und tests/ aus und fragt vorher nach.'),
  ),
  session(
    'hut-9',
    4,
    11,
    asks('Gruppen ab 10 Leuten sollen 20 % anzahlen. PayPal oder was gibt es sonst?'),
    says(
      'PayPal nimmt rund 2,5 % und 35 Cent je Zahlung. Kostenlos ginge ein QR-Code für die Überweisung (EPC), den jede Banking-App liest; der Eingang muss dann aber von Hand oder per CSV abgeglichen werden.',
    ),
    asks('Der Kassier will keine Gebühren. QR-Code. Abgleich macht er eh von Hand.'),
    edits('lib/anzahlung.inc.php'),
    edits('templates/bestaetigung.html'),
    runs('php tests/anzahlung.php', 'ok'),
    says(
      'Ab 10 Personen steht in der Bestätigung ein EPC-QR-Code über 20 % des Betrags, als Verwendungszweck die Buchungsnummer. PayPal haben wir wegen der Gebühren verworfen. Der Kassier hakt den Eingang unter verwaltung/anzahlungen.php ab.',
    ),
  ),
  session(
    'hut-10',
    5,
    9,
    asks('Vorstandssitzung: die Stornofrist ist ab sofort 7 Tage statt 14, die Gebühr bleibt.'),
    runs(
      'grep -rn "14 Tage" --include=*.html --include=*.php .',
      'templates/agb.html:33\ntemplates/bestaetigung.html:18',
    ),
    edits('lib/preis.inc.php'),
    edits('templates/agb.html'),
    edits('templates/bestaetigung.html'),
    says(
      'Kostenlos stornieren kann man jetzt bis 7 Tage vor der Anreise statt bis 14; die 10 Euro danach bleiben. AGB und Bestätigungsmail habe ich angepasst.',
    ),
    asks('super, danke dir'),
    says('Gern!'),
  ),
]
