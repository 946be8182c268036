/**
 * The most frequent function words of each language. They say nothing about a text's subject, so that they are no
 * lexical terms, and they identify the language of a text.
 */
const lists: Readonly<Record<string, string>> = {
  en: `a about above after again against all also am an and any anyone anything are aren't as at be because been before
    being below between both but by can can't cannot could couldn't couldnt did didn't didnt do does doesn't doesnt doing
    don don't dont down during each else ever every few for from further get gets getting give given go goes going got had
    hadn't has hasn't have haven't having he he'd he'll he's her here here's hers herself him himself his how how's i i'd
    i'll i'm i've if in into is isn't isnt it it's its itself just let let's like ll many me might more most much must
    my myself no nor not now of off on once one only or other our ours ourselves out over own per please re really s same
    shall she she'd she'll she's should shouldn't so some someone something such t than that that's the their theirs them
    themselves then there there's these they they'd they'll they're they've thing things this those through to too under
    until up upon us ve very via was wasn't we we'd we'll we're we've were weren't what what's whats when when's where
    where's whether which while who who's whom whose why will with within without won't wont would wouldn't yes yet you
    you'd you'll you're you've your yours yourself yourselves`,
  de: `aber als am an auch auf aus bei bin bis bist da damit dann das dass dein dem den der des dich die dies diese dieser
    dieses dir doch du durch ein eine einem einen einer eines er es euch für habe haben hat hatte hier ich ihm ihn ihnen
    ihr ihre im in ist ja kann kein keine mein meine mich mir mit nach nicht noch nur ob oder sehr sein seine sich sie
    sind so um und uns unser vom von vor war waren warum was weil wenn wer wie wieder wir wird wo wurde wurden zu zum zur
    über`,
  fr: `ai as au aux avec ce ces cet cette c d dans de des du elle elles en est et eu il ils j je l la le les leur leurs lui
    m ma mais me mes moi mon n ne nos notre nous on ont ou où par pas pour qu que quel quelle qui s sa sans se ses si son
    sont sur t ta te tes toi ton tu un une vos votre vous y à été être était`,
  es: `a al algo ante como con cual cuando de del desde donde el ella ellas ellos en entre era es esa ese eso esta está
    estaba este esto fue ha han hay la las le les lo los me mi mis mucho muy más nada ni no nos nosotros o para pero por
    porque que quien qué se ser si sin sobre son su sus sí también te tiene tu tus un una uno unos y ya yo él`,
  it: `a ad ai al alla alle anche che chi ci col come con cui da dai dal dalla degli dei del della delle di dove e ed era
    fu gli ha hai hanno ho i il in io l la le lei li lo loro lui ma mi mia mio ne nei nel nella noi non o per perché più
    quando quello questa questo se sei si sia sono su sua suo ti tra tu un una uno vi voi è`,
  pt: `a ao aos as até com como da das de dela dele do dos e ela elas ele eles em entre era essa esse esta este eu foi
    há isso já lhe mais mas me meu minha muito na nas nem no nos nossa nosso não nós o os ou para pela pelo por qual
    quando que quem se sem ser seu sua são só também te tem um uma você é`,
  nl: `aan al als bij dan dat de der deze die dit doch doen door dus een en er ge geen had heb hebben heeft het hier hij
    hoe hun ik in is je kan maar me meer men met mij mijn na naar niet nog nu of om omdat ons ook op over te tot u uit
    van veel voor waar wat we wel werd wie wij wil worden wordt zal ze zich zij zijn zo zou`,
  sv: `alla att av blev bli då de dem den denna det dig din du där efter ej eller en er ett från för ha hade han hans har
    hon honom hur här i icke inte jag kan man med men mig min mot mycket ni nu när och om oss på sig sin ska som så till
    under upp ut vad var vara varit vi vid vill är över`,
  da: `af alle at blev da de dem den der deres det dig din du efter eller en er et for fra før ham han hans har havde hun
    hvad hvis hvor i ikke ind jeg kan man med meget men mig min mod nu når og også om op os over på sig skal som til ud
    var ved vi vil være`,
  no: `alle at av ble da de deg dem den der det du eller en er et etter for fra før ha hadde han hans har henne her hos
    hun hva hvis hvor i ikke jeg kan man med meg men min mot nå når og også om opp oss over på seg selv skal som til ut
    var ved vi vil være`,
  fi: `ei ehkä eli en ennen että he hän ja jo joka jos kanssa kuin kun me mikä mitä mutta myös ne niin nyt ole oli olla on
    ovat se sekä sen siitä sinä tai te tämä tässä vain voi`,
  pl: `a ale bez bo być był była było by co czy dla do gdy gdzie go i ich ja jak jako je jego jej jest już kiedy kto które
    który lub ma mi mnie może my na nad nie o od on ona po pod przez przy się są ta tak tam te tego ten to tu tym w we z
    za ze że`,
  ru: `а бы был была были было быть в во вот все всё вы где да для до его ее её если есть еще ещё же за и из или им их к
    как когда кто ли меня мне мы на нас не него нет но о об он она они от по под при с со так там то того только ты у уже
    что чтобы это этот я`,
  tr: `ama bana ben bir biz bu çok da daha de değil diye en gibi hem her için ile ise kadar ki mi mı ne neden o olan olarak
    oldu onu sen siz şu ve veya var ya yok`,
}

const sets: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(lists).map(([language, words]) => [language, new Set(words.split(/\s+/))]),
)

const none: ReadonlySet<string> = new Set()

/** Lower-case words with their accents. Empty for a language that has no list. */
export function stopWords(language: string): ReadonlySet<string> {
  return sets.get(language) ?? none
}

/** The languages of each function word, so that one look-up votes for all of them. */
export const languagesOfStopWord: ReadonlyMap<string, readonly string[]> = (() => {
  const byWord = new Map<string, string[]>()
  for (const [language, words] of sets) {
    for (const word of words) byWord.set(word, [...(byWord.get(word) ?? []), language])
  }
  return byWord
})()
