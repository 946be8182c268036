/** Larger input is a pasted file, not a prompt. */
const maxInputBytes = 8 * 1024 * 1024

export async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of process.stdin) {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxInputBytes) throw new Error('the input is too large')
  }
  return Buffer.concat(chunks).toString('utf8')
}
