import { asks, edits, fails, remembers, runs, says, session } from '../script.mjs'

/** The lighting desk of a small theatre, in C++ with Qt; the person writes German with English in it. */
export const lichtpult = [
  session(
    'lip-1',
    0,
    13,
    asks('die dimmer im Foyer flackern bei langsamen fades, am Hauptrigg ist alles smooth. timing problem?'),
    runs('tshark -r /tmp/artnet.pcap -T fields -e frame.time_delta | sort -n | sed -n "1p;\\$p"', '0.009112\n0.061730'),
    says(
      'Die Pakete kommen zwischen 9 und 62 ms, im Mittel 44 pro Sekunde. Der QTimer läuft im GUI-Thread und ist ein CoarseTimer. Die alten Dimmer im Foyer verschlucken sich außerdem, wenn zwei Frames näher als 22 ms aufeinander folgen.',
    ),
    asks('ok, eigener thread und was die alten dinger halt vertragen'),
    edits('src/output/ArtNetSender.cpp'),
    edits('src/output/OutputThread.cpp'),
    runs('ctest --test-dir build -R output', '100% tests passed, 0 tests failed out of 6'),
    says(
      'Die Ausgabe läuft in einem eigenen Thread mit steady_clock und festen 40 Hz statt 44. Mehr geht nicht, weil die alten Dimmer im Foyer unter 22 ms Abstand flackern; mit 25 ms ist Luft. Jitter ist jetzt unter 1 ms.',
    ),
  ),
  session(
    'lip-2',
    0,
    19,
    asks('Show vom Proberechner lässt sich am Pult nicht öffnen, "corrupt file". Beide master'),
    runs('qmake6 -query QT_VERSION; ssh pult qmake6 -query QT_VERSION', '6.6.1\n6.2.4'),
    says(
      'Die .lps sind QDataStream ohne setVersion. Qt 6.6 schreibt in seinem eigenen Format, 6.2 am Pult kann es nicht lesen. Entweder Version festnageln oder gleich ein Format, das man lesen und diffen kann.',
    ),
    asks('JSON bitte, dann kann ich es auch ins git legen. alte shows müssen aber weiter aufgehen'),
    edits('src/show/ShowJson.cpp'),
    edits('src/main.cpp'),
    runs('build/lichtpult --convert shows/alt/hamlet.lps', 'shows/alt/hamlet.show.json geschrieben (212 Cues)'),
    says(
      'Shows sind jetzt JSON (`.show.json` mit Feld "version"). Alte .lps öffnet das Pult nicht mehr direkt, sondern man wandelt sie mit `lichtpult --convert datei.lps` um, am besten auf dem Rechner, auf dem sie gespeichert wurden, weil dort die Qt-Version passt.',
    ),
  ),
  session(
    'lip-3',
    1,
    12,
    asks('tests crashen im CI, lokal grün'),
    fails(
      'ssh ci "cd lichtpult && ./build/tests/tst_fader"',
      'qt.qpa.xcb: could not connect to display\nqt.qpa.plugin: Could not load the Qt platform plugin "xcb" in "" even though it was found.\nThis application failed to start because no Qt platform plugin could be initialized.\nAborted (core dumped)',
    ),
    says('Der runner hat kein Display. xvfb ginge, einfacher ist die Plattform offscreen, wir prüfen ja keine Pixel.'),
    edits('tests/CMakeLists.txt'),
    runs('ctest --test-dir build', '100% tests passed, 0 tests failed out of 48'),
    says(
      'Läuft. `QT_QPA_PLATFORM=offscreen` wird in tests/CMakeLists.txt für jeden Test gesetzt, also mit ctest überall. Wer ein Testprogramm ohne ctest direkt startet, muss es selbst setzen.',
    ),
  ),
  session(
    'lip-4',
    1,
    22,
    asks('Beim GO-Taster sind heute abend 2 Cues auf einmal gefahren, peinlich. Der Taster prellt'),
    runs(
      'aseqdump -p 24 | head -4',
      '24:0 Note on 0, note 60, velocity 127\n24:0 Note off\n24:0 Note on 0, note 60, velocity 127\n24:0 Note off',
    ),
    says('Zwei Note-on im Abstand von 38 ms. Eine Sperre nach jedem GO löst es, nur zu lang darf sie nicht sein.'),
    asks('250 ms, sicher ist sicher'),
    edits('src/input/GoButton.cpp'),
    edits('tests/tst_gobutton.cpp'),
    runs('ctest --test-dir build -R gobutton', '100% tests passed, 0 tests failed out of 1'),
    says('Nach einem GO wird 250 ms lang kein weiteres angenommen, egal ob vom Taster, von der Tastatur oder per OSC.'),
  ),
  session(
    'lip-5',
    2,
    15,
    asks(
      'kurze Verständnisfrage: wenn zwei Cuelisten gleichzeitig auf denselben Scheinwerfer gehen, wer gewinnt bei uns?',
    ),
    runs(
      'rg -n "merge" -A9 src/engine/Merger.cpp',
      'if (attr == Attribute::Intensity) return std::max(a, b); // HTP\nreturn a.since > b.since ? a : b; // LTP',
    ),
    says(
      'Kommt aufs Attribut an. Helligkeit ist HTP, der höhere Wert gewinnt. Alles andere (Farbe, Position, Gobo, Zoom) ist LTP, da gewinnt die Liste, die zuletzt gestartet wurde.',
    ),
    asks('alles klar'),
  ),
  session(
    'lip-6',
    3,
    11,
    asks(
      'komisches Ding auf der großen Bühne: nach ca 4 min friert das Licht ein, sACN läuft laut log weiter. pult neu starten -> geht wieder 4 min. mit dem alten switch war das nie',
    ),
    runs('ssh pult "ip maddr show dev eth1 | grep 239"', 'inet 239.255.0.1\ninet 239.255.0.2'),
    says(
      'Vier Minuten passen genau: der neue Switch macht IGMP-Snooping, aber niemand im Netz ist Querier. Nach 260 s ohne Query hält er die Gruppe für verlassen und leitet den Multicast nicht mehr weiter. Beim Neustart melden sich alle neu an.',
    ),
    asks('am switch darf ich nichts ändern, der gehört der haustechnik. unicast?'),
    edits('src/output/SacnSender.cpp'),
    edits('config/nodes.json'),
    runs('ssh pult journalctl -u lichtpult -n1', 'sACN unicast -> 10.0.4.11, 10.0.4.12, 10.0.4.14'),
    says(
      'sACN geht jetzt per Unicast an jeden Node aus config/nodes.json (IP und Universes). Multicast bleibt aus, weil der Switch der Haustechnik snoopt und kein Querier da ist. Ein Node, der nicht in der Datei steht, bekommt also nichts. Lief 40 Minuten durch.',
    ),
  ),
  session(
    'lip-7',
    3,
    20,
    asks(
      'WICHTIG, bitte merken: das Saallicht-Notprogramm liegt auf Universe 1, Kanal 501-512. Das gehört der Haustechnik, da dürfen wir NIE was hinschicken, auch nicht null, auch nicht bei Blackout. Sonst gibts Ärger mit der Feuerwehr',
    ),
    edits('src/output/Universe.cpp'),
    edits('tests/tst_universe.cpp'),
    remembers(
      'Universe 1, Kanäle 501–512 (Notprogramm Saallicht) gehören der Haustechnik: lichtpult sendet dort nie etwas, auch keine Null und auch nicht bei Blackout. Das Universe endet bei Kanal 500.',
      'Darf ein Blackout alle Kanäle auf null setzen?',
    ),
    says(
      'Universe 1 wird nur noch mit 500 Slots gesendet, ein Schreibzugriff darüber wirft, und der Test prüft es auch für Blackout.',
    ),
  ),
  session(
    'lip-8',
    4,
    14,
    asks('Absturz beim Undo, gestern 2x in der Probe. Cue gelöscht, ctrl+z, weg'),
    runs(
      'cmake -B asan -DCMAKE_CXX_FLAGS=-fsanitize=address && cmake --build asan && asan/lichtpult --replay logs/probe-1105.log',
      'replay fertig, keine Fehler',
    ),
    says(
      'Mit dem Log der Probe passiert unter ASan nichts. Verdacht: DeleteCueCommand hält einen rohen Zeiger auf die Cue, und wenn diese gerade fadet, löscht der Engine-Thread sie am Ende des Fades. Beweisen kann ich es ohne Core Dump nicht.',
    ),
    asks('hab keinen. ich schalte coredumps am pult ein, wenns nochmal kommt schauen wir'),
  ),
  session(
    'lip-9',
    5,
    10,
    asks(
      'Beim Musical kommen die Cues so schnell dass GO manchmal nicht nimmt. Sperre auf 120, der neue Taster prellt eh kaum',
    ),
    edits('src/input/GoButton.cpp'),
    edits('tests/tst_gobutton.cpp'),
    runs('ctest --test-dir build -R gobutton', '100% tests passed, 0 tests failed out of 1'),
    says('Die Sperre nach einem GO ist jetzt 120 ms statt 250. Der neue Taster prellt gemessen höchstens 11 ms.'),
  ),
  session(
    'lip-10',
    5,
    17,
    asks('movinglights fahren stufig wenn die fahrt länger als 20s ist. sieht man bis reihe 10'),
    runs('rg -n "fine" src/fixtures', 'src/fixtures/GdtfLoader.cpp:88: // TODO fine channels'),
    says(
      'Der Fade rechnet in 8 Bit, Pan hat dann 256 Schritte auf 540 Grad, also gut zwei Grad pro Schritt. Die Fine-Kanäle stehen im GDTF (Offset="1,2"), werden aber beim Laden ignoriert.',
    ),
    edits('src/fixtures/GdtfLoader.cpp'),
    edits('src/engine/Fader.cpp'),
    fails(
      'ctest --test-dir build -R fixtures',
      'FAIL!  : TstFixtures::robinPan() Compared values are not the same\n   Actual   (fine): 3\n   Expected (fine): 2',
    ),
    edits('src/fixtures/GdtfLoader.cpp'),
    runs('ctest --test-dir build -R "fixtures|fader"', '100% tests passed, 0 tests failed out of 4'),
    says(
      'Pan und Tilt werden in 16 Bit gefadet, Coarse und Fine kommen aus dem Offset des GDTF. Geräte, die vor heute in eine Show gepatcht wurden, haben den Fine-Kanal noch nicht: einmal neu patchen, die Cues bleiben.',
    ),
  ),
]
