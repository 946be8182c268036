import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const sessions = {
  shop: [
    ['user', 'The shop uses Postgres 16, not MySQL. Please set up migrations.'],
    ['assistant', 'Done with node-pg-migrate; `make ship` runs them before each deployment.'],
    ['user', 'The migration failed on CI with ECONNREFUSED.'],
    ['assistant', 'The migration failed because Postgres listens on 5433 there: PGPORT was not set in ci.yml.'],
  ],
  blog: [
    ['user', 'Deploy the blog with `fly deploy`, it is no container.'],
    ['assistant', 'Noted. The theme of the blog lives in src/theme.css.'],
  ],
}

/** Claude Code's transcripts of a user with two projects. */
export function writeSessions(home, daysAgo) {
  for (const [project, turns] of Object.entries(sessions)) {
    const [cwd, folder] = [join(home, project), join(home, '.claude', 'projects', project)]
    mkdirSync(folder, { recursive: true })
    const lines = turns.map(([type, content], turn) =>
      JSON.stringify({
        ...{ type, cwd, sessionId: project, uuid: `${project}-${turn}`, timestamp: daysAgo(12 - turn / 100) },
        message: { role: type, content },
      }),
    )
    writeFileSync(join(folder, 'session.jsonl'), lines.join('\n'))
  }
}
