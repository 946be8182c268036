import type { FaultKind } from './fault.js'
import { brokenIndex, brokenLog } from './kinds/broken-log.js'
import { jumpingClock } from './kinds/clock.js'
import { corruptedPage } from './kinds/corrupted-page.js'
import { foreignLog, replacedFile, widerModes } from './kinds/file-replaced.js'
import { fullDisk } from './kinds/full-disk.js'
import { killedServer } from './kinds/kill.js'
import { killedCommand } from './kinds/killed-command.js'
import { missingModel } from './kinds/missing-model.js'
import { swappedModel } from './kinds/model-swap.js'
import { powerCut } from './kinds/power-cut.js'
import { permissionDenied, readOnlyFolder } from './kinds/rights.js'
import { staleLocks } from './kinds/stale-locks.js'
import { newerVersion } from './kinds/versions.js'

export const kinds: readonly FaultKind[] = [
  killedServer,
  killedCommand,
  powerCut,
  brokenLog,
  brokenIndex,
  corruptedPage,
  jumpingClock,
  staleLocks,
  newerVersion,
  readOnlyFolder,
  permissionDenied,
  fullDisk,
  missingModel,
  swappedModel,
  replacedFile,
  foreignLog,
  widerModes,
]
