import { type Browser, chromium } from 'playwright-core'
import { findChromium } from './chromium.js'

// Tests and scripts also run as root and in containers, where Chromium has no sandbox and no graphics card.
// The rest keeps the browser from calling home.
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A headless Chromium. The caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('Chromium is not installed: see scripts/install-parts.sh')
  return chromium.launch({ executablePath, args })
}
