import { loadSupport } from './load-support.mjs'

const mostFaults = 10

/**
 * Looks at a picture that a program has written, in Chromium. Where it does not look as it should, the program says so
 * and ends with an error. `screen` is the text of the terminal that it is a picture of.
 */
export async function checkPicture(path, svg, screen) {
  const { findChromium } = await loadSupport('chromium.ts')
  if (findChromium() === undefined) {
    process.stderr.write(`${path} is written but was not checked: Chromium is not installed.\n`)
    return
  }
  const faults = await inspect(svg, screen)
  if (faults.length === 0) {
    process.stdout.write(`${path}: as it should be in Chromium\n`)
    return
  }
  const more = faults.length > mostFaults ? [`and ${faults.length - mostFaults} more`] : []
  const lines = [...faults.slice(0, mostFaults), ...more].map((fault) => `  ${fault}\n`)
  process.stderr.write(`${path} is written, but Chromium does not show it as it should:\n${lines.join('')}`)
  process.exitCode = 1
}

async function inspect(svg, screen) {
  const { launchBrowser } = await loadSupport('browser.ts')
  const { inspectPicture, inspectTerminal } = await loadSupport('pictures/inspect-picture.ts')
  const browser = await launchBrowser()
  try {
    return screen === undefined ? await inspectPicture(browser, svg) : await inspectTerminal(browser, svg, screen)
  } finally {
    await browser.close()
  }
}
