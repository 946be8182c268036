import type { Writable } from 'node:stream'
import { bar } from './rendering/layout.js'
import type { Terminal } from './terminal.js'

export interface Progress {
  /** How far it is, from 0 to 1 where the end is known, and in words. */
  show(share: number | undefined, words: string): void
  /** Leaves the line as if nothing had been there. */
  end(): void
}

/** A person cannot read faster, and a terminal over a slow line cannot draw faster. */
const drawEveryMs = 100
const clearLine = '\r\u001b[K'

const silent: Progress = { show() {}, end() {} }

/** One line that is drawn over and over. For people only: nothing of it belongs in a file. */
export function showProgress(
  stderr: Writable & { readonly isTTY?: boolean },
  { style }: Terminal,
  everyMs = drawEveryMs,
): Progress {
  if (!stderr.isTTY) return silent
  let drawnAt = Number.NEGATIVE_INFINITY
  return {
    show(share, words) {
      const now = performance.now()
      if (now - drawnAt < everyMs) return
      drawnAt = now
      stderr.write(`${clearLine}${share === undefined ? '' : `${drawBar(share, style)} `}${words}`)
    },
    end: () => void stderr.write(clearLine),
  }
}

function drawBar(share: number, style: Terminal['style']): string {
  const { filled, empty } = bar(share)
  return `${style.green(filled)}${style.dim(empty)} ${String(Math.floor(share * 100)).padStart(3)} %`
}
