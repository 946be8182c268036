import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const sharedWorlds = ['founder', 'bakery', 'freiberuflerin']
const ownFolder = fileURLToPath(new URL('worlds', import.meta.url))
const languages = new Intl.DisplayNames('en', { type: 'language' })

const readJson = (...path) => JSON.parse(readFileSync(join(...path), 'utf8'))
const isThere = (folder, name) => existsSync(join(folder, `${name}.json`))

/** The worlds of `folder/daily`; none where it is missing. */
export function readSharedWorlds(folder) {
  const daily = join(folder, 'daily')
  return sharedWorlds
    .filter((name) => isThere(daily, name))
    .map((name) => ({ ...readWorld(daily, name), isShared: true }))
}

/** The project's own worlds of one part, `development` or `setAside`, and the names of those without a file. */
export function readOwnWorlds(part) {
  const names = readJson(ownFolder, 'index.json')[part]
  return {
    worlds: names.filter((name) => isThere(ownFolder, name)).map((name) => readWorld(ownFolder, name)),
    missing: names.filter((name) => !isThere(ownFolder, name)),
  }
}

/** A world with the questions that each memory answers and the other wordings of each question. */
function readWorld(folder, name) {
  const { language, memories, questions } = readJson(folder, `${name}.json`)
  const answers = readJson(folder, `${name}.answers.json`)
  const also = readJson(folder, `${name}.also.json`)
  return {
    name,
    language,
    isShared: false,
    memories: memories.map((memory) => ({ ...memory, at: Date.parse(memory.at), answers: answers[memory.id] ?? [] })),
    questions: questions.map(({ q, type, gold, not_first }, place) => ({
      text: q,
      type,
      gold,
      notFirst: not_first,
      also: also[place],
    })),
  }
}

/** What is scored together: the shared worlds of a language; of ours each by itself. */
export function groupWorlds(worlds) {
  const groups = new Map()
  for (const world of worlds) {
    const language = languages.of(world.language)
    const name = world.isShared ? `${language}, shared` : `${world.name} (${language}, our own)`
    groups.set(name, [...(groups.get(name) ?? []), world])
  }
  return [...groups].map(([name, worlds]) => ({ name, worlds }))
}
