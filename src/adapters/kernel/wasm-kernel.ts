import { readFileSync } from 'node:fs'
import type { DotKernel } from './dot-kernel.js'

const pageBytes = 65_536
/** The limit of 32-bit addresses; unused pages take address space only. */
const maximumPages = 65_536

type DotExports = Pick<DotKernel, 'dotRows' | 'dotPicked' | 'squareRows' | 'addPicked'>

/** Declares the part in use: TypeScript's own declaration comes only with the whole DOM library. */
declare namespace WebAssembly {
  class Memory {
    constructor(descriptor: { initial: number; maximum: number; shared: true })
    readonly buffer: SharedArrayBuffer
    grow(pages: number): number
  }
  class Module {
    constructor(bytes: Uint8Array)
  }
  class Instance {
    constructor(module: Module, imports: { env: { memory: Memory } })
    /** What kernel/assembly/dot.ts exports. */
    readonly exports: DotExports
  }
}

/** Throws where WebAssembly, SIMD, shared memory or the compiled file is missing. */
export function createWasmKernel(): DotKernel {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: maximumPages, shared: true })
  const instance = new WebAssembly.Instance(dotModule(), { env: { memory } })
  const { dotRows, dotPicked, squareRows, addPicked } = instance.exports
  return {
    name: 'wasm',
    get buffer() {
      return memory.buffer
    },
    growTo(bytes) {
      const missing = Math.ceil((bytes - memory.buffer.byteLength) / pageBytes)
      if (missing > 0) memory.grow(missing)
    },
    dotRows,
    dotPicked,
    squareRows,
    addPicked,
  }
}

let compiled: WebAssembly.Module | undefined

/** Compiled once for all matrices; synchronously, since it is little more than a kilobyte. */
function dotModule(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(readFileSync(new URL('../../../kernel/dot.wasm', import.meta.url)))
  return compiled
}
