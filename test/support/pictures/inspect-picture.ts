import type { Browser } from 'playwright-core'
import { readLayout } from './layout.js'
import { findFaults } from './picture-faults.js'
import { findShifts, readSource } from './terminal-text.js'

/** What is wrong with a picture as the browser shows it. */
export async function inspectPicture(browser: Browser, svg: string): Promise<string[]> {
  return findFaults(await readLayout(browser, svg))
}

/** The same for a picture of a terminal, which must show its text column by column. */
export async function inspectTerminal(browser: Browser, svg: string, screen?: string): Promise<string[]> {
  const layout = await readLayout(browser, svg)
  return [...findFaults(layout), ...findShifts(layout, screen?.split('\n') ?? readSource(layout))]
}
