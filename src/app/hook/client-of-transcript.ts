/** Programs keep transcripts in a folder of their own. */
const clients = { '.claude': 'claude-code', '.codex': 'codex', '.gemini': 'gemini-cli', '.cursor': 'cursor' }

/** The agent's program; null when its folder says nothing. */
export function clientOfTranscript(transcript: string | null): string | null {
  const folders = transcript?.split(/[/\\]/) ?? []
  return Object.entries(clients).find(([folder]) => folders.includes(folder))?.[1] ?? null
}
