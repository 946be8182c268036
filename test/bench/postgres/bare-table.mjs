import { onServer } from './server.mjs'

const table = (size) => `bare_${size}`
const toHalfvec = (values) => `[${Array.from(values).join(',')}]`

/** What one would make of pgvector and tsvector alone, of the same rows: a table, HNSW for one, GIN for the other. */
export async function makeBareTable(url, { size, tenant, dimensions }) {
  await onServer(url, async (server) => {
    const { rows } = await server.query('SELECT to_regclass($1) IS NOT NULL AS made', [`${table(size)}_done`])
    if (rows[0].made) return
    await server.query(`DROP TABLE IF EXISTS ${table(size)}`)
    // Behind an import the server may not have looked at them yet, and would join them as if they were empty.
    await server.query('ANALYZE memories, vectors')
    await server.query(`SET maintenance_work_mem = '1GB'`)
    await server.query(`CREATE TABLE ${table(size)} AS
      SELECT memories.row AS id, memories.text, vectors.components::halfvec(${dimensions}) AS embedding,
        to_tsvector('english', memories.text) AS words
      FROM memories JOIN tenants USING (tenant_id) JOIN vectors USING (tenant_id, row)
      WHERE tenants.name = '${tenant}'`)
    await server.query(`ALTER TABLE ${table(size)} ADD PRIMARY KEY (id)`)
    await server.query(`CREATE INDEX ON ${table(size)} USING hnsw (embedding halfvec_cosine_ops)`)
    await server.query(`CREATE INDEX ON ${table(size)} USING gin (words)`)
    await server.query(`CREATE SEQUENCE ${table(size)}_new START ${size * 10}`)
    await server.query(`VACUUM ANALYZE ${table(size)}`)
    // So that a database that is kept need not make it again.
    await server.query(`CREATE TABLE ${table(size)}_done ()`)
  })
}

/** The bare statements, each prepared; without compiling, which would take longer than they do. */
export async function openBare(client, size) {
  await client.query('SET jit = off')
  const ask = (name, text, ...values) => client.query({ name: `${name} ${size}`, text, values })
  const byRank = (
    query,
  ) => `SELECT id, ts_rank_cd(words, query) AS rank FROM ${table(size)}, (SELECT ${query} AS query) AS asked
    WHERE words @@ query ORDER BY rank DESC LIMIT 10`
  return {
    nearest: (vector) =>
      ask('nearest', `SELECT id FROM ${table(size)} ORDER BY embedding <=> $1::halfvec LIMIT 10`, toHalfvec(vector)),
    nearestOfAll: (vector) =>
      ask(
        'nearest of all',
        `SELECT id FROM ${table(size)} ORDER BY (embedding <=> $1::halfvec) + 0 LIMIT 10`,
        toHalfvec(vector),
      ),
    // Of a question, "all of its words" finds next to nothing: any of them, the best first.
    anyWord: (text) =>
      ask('any word', byRank(`replace(plainto_tsquery('english', $1)::text, '&', '|')::tsquery`), text),
    allWords: (text) => ask('all words', byRank(`plainto_tsquery('english', $1)`), text),
    insert: (text, vector) =>
      ask(
        'insert',
        `INSERT INTO ${table(size)} (id, text, embedding, words)
         VALUES (nextval('${table(size)}_new'), $1, $2::halfvec, to_tsvector('english', $1))`,
        text,
        toHalfvec(vector),
      ),
  }
}
