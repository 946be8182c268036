/**
 * Actions and states that undo or exclude each other, one pair of groups per line. They are a second guard: skills merge
 * only where nothing but values differs, and these are words that no value may be.
 */
const pairs = `
start started starting begin launch boot run anfahren starten hochfahren beginnen einschalten anschalten anmachen démarrer lancer | stop stopped stopping end halt terminate quit kill shutdown stoppen anhalten beenden herunterfahren runterfahren stillsetzen ausschalten abschalten ausmachen arrêter
on online ein an | off offline aus
open opened opening unlock unlocked öffnen aufschließen aufsperren ouvrir | close closed closing shut lock locked schließen zuschließen abschließen absperren fermer
up hoch rauf auf | down runter herunter ab
in into rein herein | out raus heraus
enable enabled activate activated aktivieren freigeben activer allow allowed permit grant granted erlauben accept approve approved | disable disabled deactivate deactivated deaktivieren sperren désactiver deny denied block blocked forbid revoke revoked verbieten reject rejected decline
add added install insert create created attach hinzufügen anlegen installieren erstellen ajouter | remove removed uninstall delete deleted drop detach erase entfernen löschen deinstallieren supprimer
import imported importieren einlesen read load upload importer | export exported exportieren ausgeben ausgegeben write dump download exporter
backup save store sichern sicherung sauvegarder | restore recover rollback wiederherstellen zurücksetzen zurückspielen restaurer
buy bought purchase kaufen kauf acheter | sell sold verkaufen verkauf vendre
raise raised increase increment higher more dearer erhöhen steigern augmenter | lower lowered reduce decrease decrement cut less fewer cheaper senken verringern baisser
long call calls | short put puts
push send sent senden ship deliver envoyer | pull fetch receive received empfangen recevoir return returned
encrypt encode compress zip verschlüsseln packen | decrypt decode uncompress decompress unzip extract entschlüsseln entpacken
mount connect link join subscribe verbinden abonnieren | unmount umount disconnect unlink leave unsubscribe trennen kündigen
left links | right rechts
hot heat warm warmer heizen summer sommer | cold cool cooler kühlen winter
before vor vorher | after nach nachher
first erste ersten | last letzte letzten
with mit avec | without ohne sans
ascending aufsteigend asc clockwise forward | descending absteigend desc anticlockwise counterclockwise backward reverse
ours mine | theirs yours
true yes ja enabled | false no nein none null
bright brighter hell brighten | dark darker dim dunkel
fill full voll füllen | empty drain leer leeren
wet damp moist humid feucht | dry trocken
hire onboard onboarding welcome einstellen | fire offboard offboarding dismiss entlassen
lend verleihen | borrow leihen ausleihen
book reserve buchen reservieren | cancel cancelled canceled stornieren absagen
charge sell | refund reimburse erstatten
arm | disarm
show display zeigen visible | hide conceal verstecken hidden
tighten fasten festziehen | loosen slacken lösen
merge join | split divide
promote upgrade update aktualisieren | demote downgrade
max maximum | min minimum
success pass passed | failure fail failed
wake | sleep
input source from von | output destination to target nach
even gerade | odd ungerade
win gain profit | lose loss
inside indoor innen | outside outdoor außen
public öffentlich | private privat
blue | green
`

type Side = { readonly pair: number; readonly side: 'former' | 'latter' }

const sides = read()

function read(): ReadonlyMap<string, readonly Side[]> {
  const found = new Map<string, Side[]>()
  const add = (group: string, side: Side) => {
    for (const word of group.trim().split(/\s+/)) found.set(word, [...(found.get(word) ?? []), side])
  }
  for (const [pair, line] of pairs.trim().split('\n').entries()) {
    const [former, latter] = line.split('|')
    add(former, { pair, side: 'former' })
    add(latter, { pair, side: 'latter' })
  }
  return found
}

/** Words that turn a sentence into its contrary. */
const negations = new Set(
  "not no never none nor cannot don't doesn't didn't won't without skip except nicht kein keine keinen nie niemals ohne pas jamais sans n't".split(
    ' ',
  ),
)
const undoing = /^(?:un|dis|de|non|anti|in|im|mis|off|aus|ent|zu|ab)-?$/u

export const isNegation = (word: string): boolean => negations.has(word)

/** Whether the word names an action or state that has an opposite. */
export const hasOpposite = (word: string): boolean => sides.has(word) || negations.has(word)

/** "start" and "stop", "lock" and "unlock". */
export function areOpposite(one: string, other: string): boolean {
  const [ours, theirs] = [sides.get(one) ?? [], sides.get(other) ?? []]
  if (ours.some(({ pair, side }) => theirs.some((each) => each.pair === pair && each.side !== side))) return true
  return undoes(one, other) || undoes(other, one)
}

const undoes = (long: string, short: string): boolean =>
  short.length > 2 && long.endsWith(short) && undoing.test(long.slice(0, long.length - short.length))
