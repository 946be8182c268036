import type { Output } from './printable-output.js'
import { bar } from './rendering/layout.js'
import type { Terminal } from './terminal.js'
import { marks } from './terminal-marks.js'

export interface Progress {
  /** `share` is from 0 to 1; undefined if the total is not known. */
  show(share: number | undefined, words: string): void
  /** Clears the line. */
  end(): void
}

/** Faster updates are not readable, and a terminal over a slow connection cannot draw them. */
const drawEveryMs = 100

const silent: Progress = { show() {}, end() {} }

/** One line that is redrawn in place. Does nothing unless standard error is a terminal. */
export function showProgress(stderr: Output, { style }: Terminal, everyMs = drawEveryMs): Progress {
  if (!stderr.isTTY) return silent
  let drawnAt = Number.NEGATIVE_INFINITY
  return {
    show(share, words) {
      const now = performance.now()
      if (now - drawnAt < everyMs) return
      drawnAt = now
      stderr.write(`${marks.clearLine}${share === undefined ? '' : `${drawBar(share, style)} `}${words}`)
    },
    end: () => void stderr.write(marks.clearLine),
  }
}

const drawBar = (share: number, style: Terminal['style']): string =>
  `${bar(share, style.green, style)} ${String(Math.floor(share * 100)).padStart(3)} %`
