import type { RelationType } from '../../semantic/links.js'

export interface OrderCue {
  readonly type: RelationType
  readonly words: RegExp
  /** Only names after this word are objects: "arbeitet bei". */
  readonly preposition?: RegExp
}

/** The cues of a language whose sentences are read by word order alone. */
export interface OrderGrammar {
  readonly cues: readonly OrderCue[]
  readonly we: RegExp
  readonly i: RegExp
  readonly negation: RegExp
  readonly prepositions: RegExp
  /** Ends the search for objects. */
  readonly borders: RegExp
  /** "Wurde von A in B geschrieben": made by A, with B. */
  readonly made?: { readonly words: RegExp; readonly by: RegExp; readonly with: RegExp }
}

export const orderGrammars: Readonly<Record<string, OrderGrammar>> = {
  de: {
    cues: [
      { type: 'USES', words: /^(?:verwend|nutz|benutz)(?:e|t|en|te|ten)$|^eingesetzt$/ },
      { type: 'USES', words: /^(?:basiert|läuft|laufen|setzt|setzen|umgestiegen)$/, preposition: /^(?:auf|in)$/ },
      { type: 'REQUIRES', words: /^(?:brauch|benötig)(?:e|t|en)$/ },
      { type: 'REQUIRES', words: /^(?:hängt|hängen|abhängig)$/, preposition: /^von$/ },
      { type: 'CAUSES', words: /^verursach(?:t|en|te|ten)$/ },
      { type: 'CAUSES', words: /^(?:führt|führte|führen)$/, preposition: /^zu$/ },
      {
        type: 'PART_OF',
        words: /^(?:arbeite|arbeitet|arbeiten|gehört|gehören|teil)$/,
        preposition: /^(?:bei|zu|zum|zur|von|für)$/,
      },
      { type: 'IMPLEMENTS', words: /^implementier(?:t|en|te|ten)$/ },
      { type: 'SIMILAR_TO', words: /^(?:ähnelt|ähneln)$/ },
      { type: 'SIMILAR_TO', words: /^(?:ähnlich|alternative)$/, preposition: /^(?:wie|zu)$/ },
      { type: 'PRODUCES', words: /^(?:schrieb|entwickelte|baute|erzeugt|generiert|veröffentlichte)$/ },
    ],
    we: /^(?:wir|unser|unsere|unserem)$/,
    i: /^ich$/,
    negation: /^(?:nicht|kein|keine|keinen|nie|niemals|statt|ohne)$/,
    prepositions: /^(?:in|im|mit|auf|für|von|vom|bei|beim|zu|zum|zur|aus|an|am|seit|nach|über|um|durch|ab)$/,
    borders: /^(?:;|weil|aber|dass|wenn|obwohl)$/,
    made: {
      words: /^(?:geschrieben|entwickelt|gebaut|programmiert|erstellt|umgesetzt)$/,
      by: /^(?:von|durch)$/,
      with: /^(?:in|mit)$/,
    },
  },
  zh: {
    cues: [
      { type: 'USES', words: /^(?:使用|采用|用|运用|部署|存|存在|存储|保存|迁移|切换|基于|运行)$/u },
      { type: 'REQUIRES', words: /^(?:依赖|需要|依赖于)$/u },
      { type: 'CAUSES', words: /^(?:导致|引起|造成)$/u },
      { type: 'IMPLEMENTS', words: /^实现$/u },
      { type: 'SIMILAR_TO', words: /^(?:类似|类似于)$/u },
      { type: 'PART_OF', words: /^(?:属于|加入)$/u },
    ],
    we: /^(?:我们|咱们)$/u,
    i: /^我$/u,
    negation: /^(?:不|没|没有|别|不要|不再)$/u,
    prepositions: /^从$/u,
    borders: /^(?:[,，;；、]|但|但是|因为)$/u,
  },
}
