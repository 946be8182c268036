import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { modelsFolder } from '../../adapters/embedders/models-folder.js'
import { staticModelName } from '../../adapters/embedders/static/static-model.js'
import { createWasmKernel } from '../../adapters/kernel/wasm-kernel.js'
import { messageOf } from '../../errors.js'
import type { Finding } from '../../surfaces/cli/doctor-report.js'

const reinstall = 'The package is damaged; install it again: npm install -g world-weaver@latest'

/** Compares the model's files with the digests in its description. */
export function checkModel(folder = new URL(`${staticModelName}/`, modelsFolder)): Finding {
  const check = 'embedding model'
  try {
    const description: { sha256: Record<string, string> } = JSON.parse(
      readFileSync(new URL('model.json', folder), 'utf8'),
    )
    const names = Object.keys(description.sha256)
    const spoilt = names.filter((name) => digest(new URL(name, folder)) !== description.sha256[name])
    if (spoilt.length === 0)
      return { check, status: 'ok', detail: `${staticModelName}, ${names.length} files as they should be` }
    return { check, status: 'problem', detail: `${spoilt.join(', ')} of ${staticModelName} changed`, mend: reinstall }
  } catch (error) {
    const detail = messageOf(error)
    return { check, status: 'problem', detail, mend: reinstall }
  }
}

const digest = (file: URL): string => createHash('sha256').update(readFileSync(file)).digest('hex')

export function checkKernel(): Finding {
  const check = 'vector kernel'
  try {
    createWasmKernel()
    return { check, status: 'ok', detail: 'WebAssembly with SIMD' }
  } catch (error) {
    const reason = messageOf(error)
    return {
      check,
      status: 'warning',
      detail: `plain JavaScript, because ${reason}; right, but slower with many memories`,
      mend: 'In a clone: npm run build:kernel. Otherwise install the package again.',
    }
  }
}
