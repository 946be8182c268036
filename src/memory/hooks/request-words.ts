import { stemEnglish } from '../recall/text/english-stem.js'

/**
 * Words of requests to a coding agent, whatever the task. They say what to do, hardly ever what it is about: no memory
 * can help with "fix the tests". A match of one of them is no evidence; they stay in the query, where they still help to
 * rank.
 */
const lists = {
  agreeing: `ahead alright amazing awesome cool correct done exactly excellent fine good great hello hey hi hmm nice nope
    ok okay oops perfect please right sorry sure thank thanks true well wonderful wow yeah yep yup`,
  asking: `able actually advice answer ask believe better clear compare confirm consider cost could describe difference
    different elaborate example explain figure guess help hint hope idea know matter mean mind need opinion option possible prefer
    question reason recommend show suggest summarise summarize summary tell think understand want wish wonder`,
  doing: `abort accept add adjust allow append apply approach attempt avoid begin break bring build call cancel carry
    change check choose clean clear close combine come commit compile complete continue convert copy correct cover
    create cut debug declare define delete deliver detect develop disable discard do document drop edit enable
    ensure execute expand expect expose extend extract fail fetch fill filter find finish fix follow format generate
    get give go grab grep handle happen hide hold ignore implement import improve include increase indent inline
    insert inspect introduce investigate iterate keep leave lint list load log look loop make measure mention merge
    modify move open optimise optimize organise organize output override parse pass paste patch perform pick place
    plan polish prepare print proceed produce provide pull push put read rebase rebuild recheck redo reduce refactor
    refer reformat regenerate remove rename reorder repair repeat replace reply report reset resolve restart restore
    resume return reuse revert review rewrite roll run save scan see select send separate set simplify skip solve
    sort specify split squash start stash stay stop stub support swap switch take test throw tidy touch translate
    trim try turn undo unify uninstall unwrap update upgrade use validate verify view wait watch work wrap write`,
  code: `argument array attribute block body boolean branch buffer bug callback case cast char character class code
    command comment condition console const constant constructor content context counter default dependency diff
    directory doc docstring documentation element entry enum error exception export expression field file folder
    function functionality getter handler helper id import index input instance int integer interface issue item
    iterator js json lib library line lint linter list literal loop main map markdown method module name namespace
    null number object operator option param parameter part path pattern pointer problem process program project
    prompt property readme regex repo repository result return root row scope screen section set setter setting
    setup signature size snippet spec statement step string struct style syntax tag task todo tool ts type unit
    value var variable version warning yaml`,
  judging: `again all another any bad best big bit both broken certain clean common complete complex current direct
    duplicate each easy either empty entire every exact existing extra fast few final first free full further
    general green half hard high important incorrect initial instead just kind large last late least left less like
    little local long longer lot low many maybe messy minor missing more most much necessary new next normal nothing
    obvious old only original other over own perhaps pretty previous proper public quick quickly rather ready real
    recent red relevant remaining rest same second separate several short shorter similar simple simpler single slow
    small smaller some special specific still strange such third tiny together top total two type ugly unused useful
    various whole wrong`,
  time: `after afternoon already always back before day ever hour later minute moment month morning never now often once
    soon then time today tomorrow tonight week yesterday year`,
  place: `above around away below bottom down elsewhere end everything everywhere here inside near off out outside side
    somewhere there underneath up way where`,
  // The same in German, in the forms that are used; stop words and what is spelled as in English are left out.
  german: `alles andere anderen anders anlegen anpassen anschauen antwort aufgabe aufrufen aufräumen ausführen ausgabe baue
    bauen bearbeite bearbeiten behebe beheben beide beiden beispiel benenne benutze benutzen benötigt besser bessere bitte
    brauche brauchen braucht bringe danach danke datei dateien deshalb einbauen einbaue einfach einfügen eingabe einmal entferne
    entfernen ergänze ergänzen erkläre erklären erst erstelle erstellen erweitere erweitern falsch fehler feld fertig finde
    finden frage fragen früher funktion funktioniert füge ganz geht gehen genau gern gerne gibt gleich großartig größer gut
    gute guten heißt helfen hilfe hilf hinzu hinzufügen hole immer jetzt kaputt klappt klar klasse klassen kleiner knopf
    kommentar kommentare komme kommen kommt kopiere korrekt korrigiere kurz kürzer könnte könnten können lass lege leider lese lies
    liegt liste lösche löschen lösung lösungen läuft mach mache machen macht mehr methode methoden morgen möchte möchten möglich
    müssen nein neu neue neuen neuer neues nenne niemals nimm noch nochmal nun nutze nutzen nächste nächsten nötig ordner passe
    passt perfekt prima probier probiere prüfe prüfen richtig richte sag sage schau schaue schicke schlecht schnell schneller
    schon schreib schreibe schreiben seite setze setzen sieh siehst soll sollen sollte sollten sortiere speichere spiele
    starte starten stelle stellen stimmt suche suchen super tue tun umbenennen umbenenne unterschied variable variablen verbessere
    verschiebe verstehe versuch versuche vielleicht vielen vorher wandle warte wechsle weiter weiteren werden wert werte
    will wollen wollte wäre würde zeig zeige zeigen zeile zeilen zuerst zurück zusammen ändere ändern änderung öffne
    übernehme überprüfe übersetze`,
  people: `anybody anyone colleague everybody everyone guy man people person somebody someone`,
}

const words = new Set(Object.values(lists).flatMap((list) => list.split(/\s+/)))
/** Computed on first use: it takes longer than everything else for a short prompt (`npm run bench:hooks`). */
let stems: ReadonlySet<string> | undefined

/** Whether the word is listed in this form. Expects lower case. */
export const isPlainRequestWord = (word: string): boolean => words.has(word)

/** Whether the word is listed in any form. Expects lower case. */
export function isRequestWord(word: string): boolean {
  if (words.has(word)) return true
  stems ??= new Set(Array.from(words, stemEnglish))
  return stems.has(stemEnglish(word))
}
