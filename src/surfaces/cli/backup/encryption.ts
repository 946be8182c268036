import type { Command } from 'commander'

/** Where the passphrase or key of a file comes from; never an argument, which every user of the machine can see. */
export interface KeyOptions {
  readonly encrypt?: boolean
  readonly passphraseFile?: string
  readonly keyFile?: string
}

/** Asks at the terminal; undefined where there is none. */
export type AskPassphrase = (isNew: boolean) => Promise<string | undefined>

type Bytes = AsyncIterable<Uint8Array>

/** Encryption of files, in the format of age. */
export interface Encryption {
  /** Undefined if none was asked for. */
  encrypter(options: KeyOptions, ask: AskPassphrase): Promise<((plain: Bytes) => Bytes) | undefined>
  /**
   * The bytes as they are, or decrypted if they are encrypted. Decrypted bytes are checked to the last before the first is
   * returned; `reopen` reads them again.
   */
  decrypted(
    bytes: Bytes,
    reopen: (() => Promise<Bytes>) | undefined,
    options: KeyOptions,
    ask: AskPassphrase,
  ): Promise<Bytes>
}

export const writingOptions = (command: Command): Command =>
  readingOptions(command.option('--encrypt', 'Encrypt it with a passphrase: WW_PASSPHRASE, or asked for.'))

export const readingOptions = (command: Command): Command =>
  command
    .option('--passphrase-file <file>', 'Encrypted with the passphrase in this file.')
    .option('--key-file <file>', 'Encrypted with the keys in this file, as age-keygen writes them.')
