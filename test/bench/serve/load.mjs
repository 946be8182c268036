/** As many as `connections` at a time, each as soon as the one before is answered: how many a second there can be. */
export async function measureMost(client, { seconds, connections, next }) {
  const until = performance.now() + seconds * 1000
  const began = performance.now()
  let answered = 0
  let failed = 0
  async function callAgainAndAgain() {
    while (performance.now() < until) {
      const { path, body } = next()
      if ((await client.post(path, body)) === 200) answered++
      else failed++
    }
  }
  await Promise.all(Array.from({ length: connections }, callAgainAndAgain))
  return { perSecond: answered / ((performance.now() - began) / 1000), failed }
}

/**
 * So many a second, whether or not those before have been answered. Each is timed from when it was due: one that had
 * to wait because the server was behind has waited.
 */
export async function measureAtRate(client, { seconds, rate, next }) {
  const latencies = { recall: [], write: [] }
  let failed = 0
  const began = performance.now()
  const total = Math.round(seconds * rate)
  const answers = []
  for (let sent = 0; sent < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - began) / 1000) * rate) + 1)
    for (; sent < due; sent++) {
      answers.push(call(began + (sent / rate) * 1000))
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(answers)
  const took = (performance.now() - began) / 1000
  return { latencies, failed, perSecond: (total - failed) / took }

  async function call(dueAt) {
    const { kind, path, body } = next()
    const status = await client.post(path, body)
    if (status === 200) latencies[kind].push(performance.now() - dueAt)
    else failed++
  }
}
