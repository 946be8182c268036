import { failure, prompt, silence, silentFailure } from '../script.mjs'

const telling = [
  prompt('bis wann kann man nochmal gratis absagen?', /7 Tage/, 'hut-10', ['hut-3']),
  prompt(
    'ein gast schreibt, sein bett war bei der ankunft schon an wen anderen vergeben',
    /FOR UPDATE|InnoDB/,
    'hut-1',
  ),
  prompt('auf der rechnung steht MÃ¼ller, bitte richten', /utf8mb4/, 'hut-2'),
  prompt('die mail an eine gmx adresse ist zurückgekommen', /smtp\.sektion|SPF/, 'hut-4'),
  prompt('was zahlt ein fünfjähriger fürs abendessen', /[Uu]nter 6/, 'hut-5'),
  prompt('wie bring ich die neue version auf den server?', /einspielen\.sh|config\.local\.php/, 'hut-8'),
  prompt('könnten die gruppen nicht einfach mit paypal zahlen?', /Gebühren|EPC/, 'hut-9'),
  prompt('leg bitte eine tabelle für den gepäcktransport mit der seilbahn an', /InnoDB/, ['hut-2', 'hut-1']),
  failure(
    'php verwaltung/statistik.php',
    'PHP Fatal error:  Uncaught Error: Call to undefined function each() in /var/www/huette/verwaltung/statistik.php:19',
    /foreach/,
    'hut-6',
  ),
  failure(
    'mysql huette < import/mitglieder-2008.sql',
    "ERROR 1366 (HY000) at line 31: Incorrect string value: '\\xD6tz' for column 'ort' at row 5",
    /BINARY|latin1/,
    'hut-2',
  ),
]

const silent = [
  silence('weiter'),
  silence('ja genau so, danke'),
  silence('mach auf der startseite ein bild von der hütte im winter rein'),
  silence('die gäste sollen beim buchen angeben können, ob sie einen hund mitbringen'),
  silence('schreib mir eine seite mit der wegbeschreibung, mit gehzeiten'),
  silence('wie macht man in php ein datum wie 3. august 2025 daraus?'),
  silence('vroni hätte gern eine liste der vegetarier pro tag für die küche'),
  silence('welche threads nimmt der import vom nas?'),
  silence('wird das wetter am wochenende was?'),
  silentFailure(
    'php -l templates/tourenbuch.php',
    'PHP Parse error:  syntax error, unexpected token "endforeach", expecting end of file in templates/tourenbuch.php on line 64',
  ),
]

export const huettenbuchPrompts = { telling, silent }
