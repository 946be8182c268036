import { failure, prompt, silence, silentFailure } from '../script.mjs'

const telling = [
  prompt(
    'können wir die framerate vom output auf 44 hz hochdrehen? der vertreter meinte das wär standard',
    /40 Hz|22 ms/,
    'lip-1',
  ),
  prompt(
    'hab noch eine .lps vom Weihnachtsmärchen 2022, das Pult sagt unbekanntes Format. wie krieg ich die auf',
    /--convert/,
    'lip-2',
  ),
  prompt(
    'Die Inspizientin sagt GO nimmt ihr den zweiten Druck nicht ab wenn sie sehr schnell ist. Wie lang ist da nochmal die Sperre',
    /120/,
    'lip-9',
    ['lip-4'],
  ),
  prompt(
    'szenenliste und effektliste greifen beide auf die PARs, eine rot 60%, die andere blau 80%. was seh ich dann auf der bühne?',
    /HTP|LTP/,
    'lip-5',
  ),
  prompt(
    'Studio kriegt einen eigenen sACN node, 10.0.4.31, hängt schon am netz, link leuchtet, aber es kommt nix an',
    /nodes\.json|[Uu]nicast/,
    'lip-6',
  ),
  prompt(
    'bau mir bitte einen Panic-Button in die toolbar: alle Universes komplett auf 0, sofort, ohne fade',
    /501/,
    'lip-7',
  ),
  prompt(
    'Undo crash ist wieder da!! diesmal hab ich einen core: /var/crash/core.lichtpult.4411. schau mal',
    /DeleteCueCommand|rohen Zeiger/,
    'lip-8',
  ),
  prompt(
    'die Robins ruckeln in der alten Hamlet Show immer noch beim langsamen Schwenk, in neuen shows nicht',
    /neu patchen|16 Bit|Fine/,
    'lip-10',
  ),
  prompt(
    'Gastspiel bringt eigenen switch mit, IT dort sagt multicast wär doch viel sauberer. spricht was dagegen dass ich das wieder einschalte',
    /Querier|[Ss]noop/,
    'lip-6',
  ),
  failure(
    './build/tests/tst_cuelist -v2',
    'qt.qpa.xcb: could not connect to display\nqt.qpa.plugin: Could not load the Qt platform plugin "xcb" in "" even though it was found.\nThis application failed to start because no Qt platform plugin could be initialized. Reinstalling the application may fix this problem.\n\nAvailable platform plugins are: eglfs, linuxfb, minimal, offscreen, vnc, xcb.\n\nAborted (core dumped)',
    /offscreen/,
    'lip-3',
  ),
]

const silent = [
  silence('ja passt so'),
  silence('nee, lieber wieder die erste variante'),
  silence('toolbar icons als svg, hell und dunkel, je nach palette'),
  silence('std::variant oder doch Vererbung für die Effekte? sind bisher 5 Stück, Sinus, Chase usw'),
  silence('Cueliste als PDF für die Regie, A4 quer, mit Stichwort und Seite im Textbuch'),
  silence(
    'übersetz die Oberfläche bitte auf Niederländisch, wir spielen im März in Groningen. ts file liegt unter i18n/',
  ),
  silence('wie war nochmal der git befehl um nur teile einer datei zu committen'),
  silence('F1 soll einen dialog mit allen Shortcuts zeigen, automatisch aus den QActions, nicht hardcoded'),
  silence(
    'schreib mir eine kurze Mail an den Förderverein, dass wir jetzt unsere eigene Lichtsoftware haben, freundlich, kein Technikkram',
  ),
  silentFailure(
    'cmake --build build',
    "/usr/bin/ld: CMakeFiles/lichtpult.dir/src/ui/ColorWheel.cpp.o: in function `ColorWheel::ColorWheel(QWidget*)':\nColorWheel.cpp:(.text+0x1f): undefined reference to `vtable for ColorWheel'\ncollect2: error: ld returned 1 exit status\nninja: build stopped: subcommand failed.",
  ),
]

export const lichtpultPrompts = { telling, silent }
