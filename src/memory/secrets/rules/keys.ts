import { looksRandom } from '../looks-random.js'
import { caseInsensitiveRule, provider, type Rule, rule, wordToken } from '../rule.js'
import { gitleaks, noted } from './sources.js'

/** The key up to its END line, or up to the end of the base64 when the key was cut off. */
const keyBody = String.raw`(?:(?:(?!-----BEGIN)[\s\S]){1,20000}?-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|(?:(?:\s|\\[nrt]|[>|"',+\\])*[A-Za-z0-9+/=]{16,})+)`

/** Private keys and signed tokens of any issuer, recognised by their format. */
export const keyRules: readonly Rule[] = [
  // Also the forms of OpenSSH and OpenPGP; in JSON the lines end with \n.
  provider(
    'PEM, OpenSSH, OpenPGP',
    'https://www.rfc-editor.org/rfc/rfc7468',
    noted,
    rule(
      'private-key',
      ['-----BEGIN'],
      `-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----${keyBody}`,
      () => true,
    ),
    // A whole PEM file in base64, as kubeconfig and CI variables have it: "-----BEGIN " and what kind of private key.
    rule(
      'private-key',
      ['LS0tLS1CRUdJTi'],
      'LS0tLS1CRUdJTi(?:BSU0EgUFJJVkFURS|BQUklWQVRF|BFQyBQUklWQVRF|BPUEVOU1NIIFBSSVZBVE|BFTkNSWVBURUQgUFJJVkFUR)[A-Za-z0-9+/]{100,8000}={0,2}',
    ),
  ),
  provider(
    'SSH2 (ssh.com)',
    'https://www.rfc-editor.org/rfc/rfc4716',
    noted,
    rule(
      'private-key',
      ['---- BEGIN SSH2'],
      String.raw`---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----(?:(?!---- BEGIN)[\s\S]){1,8000}?---- END SSH2 ENCRYPTED PRIVATE KEY ----`,
    ),
  ),
  provider(
    'PuTTY',
    'https://the.earth.li/~sgtatham/putty/latest/htmldoc/AppendixC.html',
    noted,
    rule(
      'putty-key',
      ['PuTTY-User-Key-File'],
      String.raw`PuTTY-User-Key-File-\d:(?:(?!PuTTY-User-Key-File)[\s\S]){1,8000}?Private-MAC: *[0-9a-f]{40,64}`,
      () => true,
    ),
  ),
  provider(
    'age',
    'https://age-encryption.org/v1',
    noted,
    rule('age-key', ['AGE-SECRET-KEY-', 'AGE-PLUGIN-'], 'AGE-(?:SECRET-KEY|PLUGIN)-[A-Z0-9-]{50,}'),
  ),
  provider(
    'minisign',
    'https://jedisct1.github.io/minisign',
    noted,
    rule('minisign-key', ['RWRT'], '(?<![A-Za-z0-9+/])RWRT[A-Za-z0-9+/]{150,250}={0,2}'),
  ),
  provider(
    'JSON Web Key',
    'https://www.rfc-editor.org/rfc/rfc7518#section-6',
    noted,
    rule(
      'jwk-private',
      ['"d"', '"p"', '"q"', '"dp"', '"dq"', '"qi"'],
      String.raw`(?<head>"(?:d|p|q|dp|dq|qi)"[ \t]{0,4}:[ \t]{0,4}")[\w-]{40,800}(?=")`,
    ),
  ),
  // Header and claims are JSON objects in base64url.
  provider(
    'JSON Web Token',
    'https://www.rfc-editor.org/rfc/rfc7519',
    noted,
    wordToken('jwt', 'eyJ', '(?<![_-]eyJ)[\\w-]{8,4000}\\.eyJ[\\w-]{8,}\\.[\\w-]{16,}'),
  ),
  // Five parts, of which the second is empty with a shared key.
  provider(
    'JSON Web Encryption',
    'https://www.rfc-editor.org/rfc/rfc7516',
    noted,
    wordToken(
      'jwe',
      'eyJ',
      '(?<![_-]eyJ)[\\w-]{16,1000}\\.[\\w-]{0,700}\\.[\\w-]{12,40}\\.[\\w-]{16,}\\.[\\w-]{20,44}',
    ),
  ),
  provider(
    'PASETO',
    'https://github.com/paseto-standard/paseto-spec',
    noted,
    wordToken('paseto', ['v1.local.', 'v2.local.', 'v3.local.', 'v4.local.', 'k4.secret.', 'k4.local.'], '[\\w-]{40,}'),
  ),
  provider(
    'BIP 32',
    'https://github.com/bitcoin/bips/blob/master/bip-0032.mediawiki',
    noted,
    wordToken('bitcoin-key', ['xprv', 'yprv', 'zprv', 'tprv'], '[1-9A-HJ-NP-Za-km-z]{107}'),
  ),
  provider(
    'Nostr',
    'https://github.com/nostr-protocol/nips/blob/master/19.md',
    noted,
    wordToken('nostr-key', 'nsec1', '[02-9ac-hj-np-z]{58}'),
  ),
  provider(
    'BIP 39',
    'https://github.com/bitcoin/bips/blob/master/bip-0039.mediawiki',
    noted,
    caseInsensitiveRule(
      'seed-phrase',
      ['seed phrase', 'recovery phrase', 'mnemonic', 'seed words'],
      String.raw`(?<head>(?:seed phrase|recovery phrase|mnemonic(?: phrase)?|seed words)[ \t]{0,4}(?:=|:|is)[ \t]{0,4}["']?)(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8}(?![ ,]{1,2}[a-z])`,
      (secret) => !/\b(?:the|and|for|you|that|with|are|was|must|your|from|have)\b/.test(secret),
    ),
  ),
  provider(
    'otpauth',
    'https://github.com/google/google-authenticator/wiki/Key-Uri-Format',
    noted,
    rule('otp-secret', ['otpauth://'], String.raw`(?<head>otpauth://[^\s"'<>]{1,200}?[?&]secret=)[A-Z2-7]{16,128}`),
  ),
  // A Kubernetes secret of this type holds a Docker configuration: `{"auths":`, in base64.
  provider(
    'Kubernetes image pull secret',
    'https://kubernetes.io/docs/tasks/configure-pod-container/pull-image-private-registry',
    noted,
    wordToken(
      'docker-config',
      ['eyJhdXRocyI6', 'ewogICJhdXRocyI6', 'ewoJImF1dGhzIjog'],
      '[A-Za-z0-9+/]{40,8000}={0,2}',
    ),
  ),
  provider(
    'Intra 42',
    ...gitleaks,
    wordToken('intra42-secret', ['s-s4t2ud-', 's-s4t2af-'], '[0-9a-f]{64}', looksRandom),
  ),
].flat()
