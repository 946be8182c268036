import { Command } from 'commander'
import { z } from 'zod'
import { BestQuestions, proposedQuestion } from '../../../memory/import-export/proposed-question.js'
import { readAnswers } from '../ask/answers.js'
import type { History } from '../import-export/history.js'
import { importHistory } from '../import-export/import-history.js'
import { type Rendering, renderAnswer } from '../rendering/answer.js'
import type { CliSurface, GlobalOptions, OpenMemory } from '../surface.js'
import { findAnswered } from './propose-questions.js'
import { renderNext, renderNoHistory, renderQuestions, renderSummary, type TrySummary } from './render-try.js'

/** Questions that are kept of a history, to be tried. */
const maxCandidates = 30

/** The part of a recall's answer that is compared. */
const found = z.object({ memories: z.array(z.object({ content: z.string() })) })

export function tryCommand(surface: CliSurface, globalOptions: () => GlobalOptions): Command {
  const summary = 'Ask your own history: reads what other programs stored into a temporary memory.'
  return new Command('try')
    .summary(summary)
    .description(`${summary} Nothing else is written, and the temporary memory is deleted at the end.`)
    .argument('[question...]', 'Question to ask; without one, it reads questions line by line.')
    .addHelpText('after', `\nExamples:\n  ${surface.name} try\n  ${surface.name} try "why did we drop Redis?"`)
    .action(async (words: readonly string[]) => {
      const question = words.length === 0 ? undefined : words.join(' ')
      const histories = await findHistories(surface)
      if (histories.length === 0) await offerDemo(surface, globalOptions())
      else await surface.withTemporaryMemory((memory) => tryOut(histories, question, memory, surface, globalOptions()))
    })
}

async function findHistories({ sources, openHistory }: CliSurface): Promise<History[]> {
  const found: History[] = []
  for (const { name, hasDefaultPath: isFoundAlone } of sources) {
    const history = isFoundAlone ? await openHistory(name, {}) : undefined
    if (history !== undefined && history.files > 0) found.push(history)
  }
  return found
}

async function tryOut(
  histories: readonly History[],
  question: string | undefined,
  memory: OpenMemory,
  surface: CliSurface,
  { json = false }: GlobalOptions,
): Promise<void> {
  const { stdout, terminal } = surface
  const best = new BestQuestions(maxCandidates)
  const summary = await importAll(histories, memory, surface, best)
  const questions = question === undefined ? await findAnswered(best.best(), contentsOf(memory, surface)) : []
  const say = (lines: readonly string[]) => stdout.write(`${lines.join('\n')}\n`)
  if (json) {
    const answer =
      question === undefined ? { questions } : { question, answer: await recall(question, memory, surface) }
    say([JSON.stringify({ ...summary, ...answer }, null, 2)])
    return
  }
  say(renderSummary(summary, terminal))
  if (question === undefined) say(renderQuestions(questions, surface.name, terminal))
  const answer = async (asked: string) => {
    const operation = recallOf(surface)
    const context: Rendering = {
      terminal,
      now: surface.now(),
      asked: { query: asked, project: '*' },
      hideOptions: true,
    }
    say(['', renderAnswer(operation, await recall(asked, memory, surface), context), ''])
  }
  if (question === undefined) await answerAll(surface, answer)
  else await answer(question)
  const found = summary.sources.map(({ source }) => source)
  say(renderNext(found, surface.name, terminal))
}

/** Answers each line of standard input. */
async function answerAll(
  { stdin, stdout, terminal }: CliSurface,
  answer: (asked: string) => Promise<void>,
): Promise<void> {
  stdout.write(stdin.isTTY ? '\nAsk it something. Ctrl-D ends it.\n' : '\n')
  const answers = readAnswers(stdin)
  try {
    for (;;) {
      if (stdin.isTTY) stdout.write(terminal.style.bold('> '))
      const asked = await answers.next()
      if (asked === undefined && stdin.isTTY) stdout.write('\n\n')
      if (asked === undefined || /^(?:exit|quit|bye)$/i.test(asked.trim())) return
      await answer(asked)
    }
  } finally {
    await answers.end()
  }
}

async function importAll(
  histories: readonly History[],
  memory: OpenMemory,
  surface: CliSurface,
  best: BestQuestions,
): Promise<TrySummary> {
  const sources: TrySummary['sources'][number][] = []
  const projects = new Map<string, number>()
  for (const history of histories) {
    const counted: History = {
      ...history,
      async *read(onRead) {
        for await (const found of history.read(onRead)) {
          for (const { project, record } of found) {
            if (project != null) projects.set(project, (projects.get(project) ?? 0) + 1)
            const proposed = 'problem' in record ? undefined : proposedQuestion(record)
            if (proposed !== undefined) best.add(proposed)
          }
          yield found
        }
      },
    }
    const report = await importHistory(counted, memory, { dryRun: false }, surface)
    const { source, files } = history
    sources.push({ source, files, memories: report.imported_count, unreadable: report.error_count })
  }
  const byCount = [...projects].sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1))
  return { status: 'ok', sources, projects: byCount.map(([project, memories]) => ({ project, memories })) }
}

const recallOf = ({ operations }: CliSurface) => operations.find(({ name }) => name === 'recall')!

const recall = (query: string, memory: OpenMemory, surface: CliSurface) =>
  memory.invoke(recallOf(surface), { query, project: '*' })

/** What a recall finds, best first. */
function contentsOf(memory: OpenMemory, surface: CliSurface) {
  return async (query: string): Promise<readonly string[]> => {
    return found.parse(await recall(query, memory, surface)).memories.map(({ content }) => content)
  }
}

async function offerDemo(surface: CliSurface, { json = false }: GlobalOptions): Promise<void> {
  const { stdout, stdin, terminal, name, sources } = surface
  const searched = sources.filter(({ hasDefaultPath: isFoundAlone }) => isFoundAlone)
  if (json) {
    stdout.write(
      `${JSON.stringify({ status: 'no_history', sources: [], projects: [], hint: `${name} demo` }, null, 2)}\n`,
    )
    return
  }
  stdout.write(`${renderNoHistory(searched, name, terminal).join('\n')}\n`)
  if (!stdin.isTTY) return
  stdout.write(terminal.style.bold('Show the demo now? (y/n) '))
  const answers = readAnswers(stdin)
  const wanted = await answers.next()
  await answers.end()
  if (/^y/i.test(wanted?.trim() ?? '')) await surface.runDemo({})
}
