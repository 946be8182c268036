/** A pattern that the analysis reports, why it is harmless all the same, and its longest input, at which it is measured. */
export interface HarmlessPattern {
  readonly file: string
  /** How the pattern begins. */
  readonly pattern: string
  readonly reason: string
  readonly longest: number
  /** Its inputs are single lines. */
  readonly isLine?: true
}

const neverFails = 'its end matches whatever is left of the line, so that it never goes back'

export const harmlessPatterns: readonly HarmlessPattern[] = [
  {
    file: 'adapters/foreign-formats/claude-code.ts',
    pattern: '/the user said:',
    reason: neverFails,
    isLine: true,
    longest: 100_000,
  },
  {
    file: 'adapters/foreign-formats/frontmatter.ts',
    pattern: '/^([\\w-]+):',
    reason: neverFails,
    isLine: true,
    longest: 100_000,
  },
  {
    file: 'adapters/foreign-formats/frontmatter.ts',
    pattern: '/^\\s*-\\s+(.*)$/',
    reason: neverFails,
    isLine: true,
    longest: 100_000,
  },
  {
    file: 'app/configuration/find-project.ts',
    pattern: '/^(?!file:)',
    reason: neverFails,
    isLine: true,
    longest: 100_000,
  },
  {
    file: 'memory/lessons/instructions.ts',
    pattern: '/(?:^|[\\s,])',
    reason: 'sentences of at most 500 characters',
    longest: 500,
  },
  {
    file: 'memory/lessons/tool-calls.ts',
    pattern: '/^[\\s\\-*•>$',
    reason: neverFails,
    isLine: true,
    longest: 100_000,
  },
  {
    file: 'memory/workspace/question-parts.ts',
    pattern: '/\\b(?:between|compare',
    reason: 'its gaps are bounded',
    longest: 4_000,
  },
  {
    file: 'adapters/clients/jsonc/edit-jsonc.ts',
    pattern: '/(?:[ \\t]*(?:\\/\\/',
    reason: 'nothing follows that could fail',
    longest: 100_000,
  },
  {
    file: 'adapters/clients/toml/tables.ts',
    pattern: '/[^\\n]*\\n|',
    reason: 'every line matches where it begins',
    longest: 100_000,
  },
  {
    file: 'adapters/clients/toml/toml-server.ts',
    pattern: '/^[^#\\n]*',
    reason: 'tried at the start of each line alone',
    longest: 100_000,
  },
  {
    file: 'memory/workflow/planning/plan-subqueries.ts',
    pattern: '/^[ \\t]*(?:[-*•]',
    reason: neverFails,
    isLine: true,
    longest: 100_000,
  },
  {
    file: 'memory/workspace/records/pair-list.ts',
    pattern: '/^(?<name>[^=:"<>!]',
    reason: 'a name has at most 60 characters',
    longest: 100_000,
  },
  {
    file: 'memory/workspace/records/pair-list.ts',
    pattern: '/^(?<name>[^=:"]{1,60}?)',
    reason: 'a name has at most 60 characters',
    longest: 100_000,
  },
  {
    file: 'memory/workspace/records/pair-list.ts',
    pattern: '/^(?<label>',
    reason: neverFails,
    isLine: true,
    longest: 100_000,
  },
  {
    file: 'memory/workspace/planners/graph/triples.ts',
    pattern: '/^(?<subject>',
    reason: 'parts of at most 500 characters',
    longest: 500,
  },
]

/** Files that build patterns at run time: from what, and what holds their time. */
export const builtPatterns: Readonly<Record<string, string>> = {
  'memory/lessons/instructions.ts': 'constant; measured below',
  'memory/hooks/session/phrases.ts': 'constant phrases between borders of words; measured below',
  'memory/recall/text/chunks.ts': 'constant; measured below',
  'memory/recall/text/word-pattern.ts': 'from constant phrases of a language (said-as.ts); measured below',
  'memory/recall/query/date-terms.ts': 'constant; measured below',
  'memory/recall/query/time-words.ts': 'constant; measured below',
  'memory/procedural/directions.ts': 'words of this file, one after another, with nothing that repeats around them',
  'memory/procedural/merging/values.ts': 'anchored at both ends, each part of characters that the next one has not',
  'memory/recall/query/date-ranges.ts': 'constant; measured below',
  'memory/hooks/prompt-relevance.ts': 'two escaped words with at most three letters and a run of spaces between them',
  'memory/secrets/rule.ts':
    'from constant rules (secrets/rules); sticky, so that each keyword is tried once; measured below',
  'memory/consolidation/extraction/model-answer.ts': 'an escaped name between word borders',
  'memory/consolidation/extraction/tokens.ts': 'constant; measured below',
  'memory/consolidation/wording.ts': 'constant; measured below',
  'memory/reading/amounts.ts': 'constant, on sentences of at most 500 characters; measured below',
  'memory/reading/facts.ts': 'constant, on at most 120 characters; measured below',
  'memory/workspace/planners/prose/days-between.ts': 'constant, on questions of at most 200 characters; measured below',
  'memory/workspace/planners/prose/payments.ts':
    'constant, on questions of at most 200 characters; measured below; else an escaped name before a word',
  'memory/workspace/planners/prose/period.ts': 'constant; measured below',
  'memory/workspace/planners/prose/rankings.ts': 'constant, on questions of at most 200 characters; measured below',
  'memory/workspace/planners/prose/series.ts': 'constant, on questions of at most 200 characters; measured below',
  'memory/workspace/planners/prose/together.ts': 'constant, on questions of at most 200 characters; measured below',
  'memory/trust/inert-text.ts': 'constant; measured below',
  'memory/trust/markup.ts': 'constant, on at most 160 characters; measured below',
  'memory/trust/instruction-signals.ts': 'constant, with bounded gaps; measured below',
  'memory/trust/overriding-words.ts': 'constant, with bounded gaps; measured below',
  'surfaces/mcp/read-frames.ts': 'constant; measured below',
}
