/**
 * Words that are about nothing, beyond the stop words that recall leaves out: those typed in a hurry, and the German ones
 * for which the English vocabulary knows no frequency, so that they would pass for rare. A match of one of them is no sign.
 */
const lists = {
  typed: `aint arent btw cant cos couldnt cuz didnt doesnt dont fyi gonna gotta hadnt hasnt havent heres ill im imo isnt ive
    kinda lol nah nor nvm plz pls rn shouldnt sorta stuff thats theres theyre thing tho thx til till tmrw ur wanna wasnt
    werent whats wheres whos wont wouldnt yea youre rubbish crap hmmm basically somehow properly straight anyway etc
    says said came coming gone`,
  german: `abends allein allem allen aller allerdings ans aufs ausser außer außerdem beim bekam bekommen bekommt bevor bleiben
    bleibt bloß brachte bring bringen bringt dabei dafür dagegen daher dahin damals daran darauf daraus darf darin darüber
    darum davon dazu denen denn deren derselbe dessen dieselbe doppelt dort drin durfte dürfen eben ebenfalls egal eher
    eigentlich einige einigen einzige endlich entweder etwa etwas fast fehlt fürs gab gar geben gegen gegeben gehabt gehört
    gekommen gemacht gemeint genommen gerade gesagt gestern gewesen geworden halt halten hast hattest hätte hätten heute
    hinten hält indem ins insgesamt inzwischen irgend irgendwas irgendwie irgendwo jede jedem jeden jeder jedes jedoch jemand
    jene kaum konnte konnten lang lange leider liegen lief mag manche manchmal man meinte meisten muss musst musste mussten
    nachdem neben nehmen nichts nie niemand nimmst nimmt nochmals nämlich oben oft ohne rauf raus rein richten runter
    schlecht sei seien seit seitdem selber selbst sobald sofort sogar solche solcher solches somit sondern sonst soviel sowas
    sowie stand statt stehen steht trotz trotzdem umgekehrt ums unten vergessen vermutlich viel viele vielen voll vorm vorne
    wann warte weder wegen weiß welche welchem welchen welcher welches wem wen wenig wenige weniger wessen wieso wieviel
    wirklich wissen wobei woher wohin womit woran worauf wozu während wär würden zeigt zeit ziemlich zwar zwischen überall
    überhaupt überm übers`,
  spokenGerman: `ab aussehen beide bisschen bissl brauchen braucht daß deine denke di dienstag dieselben do donnerstag dritte
    dritten echt eh erste ersten erster erstes eure fr fragt fragte freitag geht gehts gib gibts glaub glaube
    grad hab habs halb halbe halben hats hatten ihrer ihres immer jahr jahre je kam keinem keinen keiner kommen
    kommt mal meinem meinen meiner meint mi minute minuten mittags mittwoch mo monat monate montag morgen
    morgens müsste nachts ne nem nen ner neue neuer neues obwohl paar pro sa sagen sagt sagte samstag seinem
    seinen seiner selbe selben sieht soll sollte sonntag stunde stunden tage tagen uhr unsere unter vorgestern
    woche wochen wollte würde zweite zweiten zweiter zweites`,
  units: `kg cm mm km`,
}

const words = new Set(Object.values(lists).flatMap((list) => list.split(/\s+/)))

/** Expects lower case. */
export const isFunctionWord = (word: string): boolean => words.has(word)
