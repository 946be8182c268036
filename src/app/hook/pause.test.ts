import { expect, test } from 'vitest'
import { useTemporaryFolders } from '../../../test/support/temporary-folder.js'
import { endPause, readPauses, writePause } from './pause.js'

const newFolder = useTemporaryFolders()

test('[HOK9] a pause for a time is over when its time is, however much later somebody resumes', () => {
  const dataDir = newFolder()
  const hour = (count: number) => Date.UTC(2026, 2, 3, 10 + count)
  writePause(dataDir, hour(2), hour(0))
  endPause(dataDir, hour(5))
  const wasPaused = readPauses(dataDir)
  expect([-1, 1, 3, 6].map((count) => wasPaused(hour(count)))).toEqual([false, true, false, false])
})
