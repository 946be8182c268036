import { assigned, assignedInProse, openingQuote, quote } from '../assignment.js'
import { looksChosen, looksLikePassword, looksRandom } from '../looks-random.js'
import { caseInsensitiveRule, provider, type Rule } from '../rule.js'
import { noted } from './sources.js'
import { keyWords, keywordsOf, passwordWords } from './words.js'

/** `confirmPassword1`: the name of a variable, not a password. */
const variableName = /^[a-z_$][\w$]*(?:pass|pwd|secret)[\w$]*$/i

const passwordNames = ['password', 'passwd', 'passphrase', 'passcode', 'pwd']
const names = passwordNames.join('|')
const secretNames = [
  'secret',
  'token',
  'api_key',
  'apikey',
  'api-key',
  'api key',
  'access_key',
  'access-key',
  'accesskey',
  'auth_key',
  'authkey',
  'app_key',
  'application_key',
  'consumer_key',
  'client_key',
  'session_key',
  'shared_key',
  'private_key',
  'privatekey',
  'signing_key',
  'encryption_key',
  'master_key',
  'service_key',
  'account_key',
  'license_key',
  'credential',
]

/** Secrets of any issuer, recognised by the name in front of them. */
export const pairRules: readonly Rule[] = [
  ...provider(
    'Any name of a password',
    'docs/security.md',
    noted,
    caseInsensitiveRule(
      'password',
      passwordNames,
      String.raw`(?<head>(?:${names})[\w.-]{0,20}${assigned}${quote})[^\s"'\x60\\]{6,200}(?=\\?["'\x60])`,
      looksLikePassword,
    ),
    caseInsensitiveRule(
      'password',
      passwordNames,
      String.raw`(?<head>(?:${names})[\w.-]{0,20}${assigned})[^\s"'\x60,;&\\]{5,199}[^\s"'\x60,;&\\.):]`,
      (secret) => looksLikePassword(secret) && !variableName.test(secret),
    ),
    caseInsensitiveRule(
      'password',
      ['pass=', 'pass =', 'pass:', 'pass"', 'pw=', 'pw:'],
      String.raw`(?<=^|[^a-z])(?<head>(?:pass|pw)${assigned}(?:${quote})?)[^\s"'\x60,;&\\]{5,199}[^\s"'\x60,;&\\.):]`,
      (secret) => looksChosen(secret) && !variableName.test(secret),
    ),
  ),
  ...provider(
    'Any name of a key',
    'docs/security.md',
    noted,
    caseInsensitiveRule(
      'secret',
      secretNames,
      String.raw`(?<head>(?:secret|token|(?:api|access|auth|app|application|consumer|client|session|shared|private|signing|encryption|master|service|account|license)[_ -]?key|credential)[\w.-]{0,30}${assigned}${quote}?(?:bearer |token )?)[\w+/=~.-]{16,400}(?![\w(])`,
      looksRandom,
    ),
  ),
  ...provider(
    'A password in a sentence',
    'docs/security.md',
    noted,
    // "The password for the database is …"
    caseInsensitiveRule(
      'password',
      passwordNames,
      String.raw`(?<head>(?:${names})[ \t][^\n:=,.;"'\x60<>(){}]{2,48}?(?:[ \t]is[ \t]|:[ \t])(?:now[ \t])?${openingQuote}?)[^\s"'\x60,;“”]{6,100}[^\s"'\x60,;“”.):!?]`,
      looksChosen,
    ),
    caseInsensitiveRule(
      'password',
      keywordsOf(passwordWords),
      String.raw`(?<head>(?:${passwordWords.join('|')})${assignedInProse}${openingQuote}?)[\x21\x23-\x26\x28-\x5f\x61-\x7e]{4,100}[\w!@#$%^&*+=~-]`,
      looksLikePassword,
    ),
    caseInsensitiveRule(
      'secret',
      keywordsOf(keyWords),
      String.raw`(?<head>(?:${keyWords.join('|')})${assignedInProse}${openingQuote}?)[\w+/=~.-]{16,400}`,
      looksRandom,
    ),
  ),
]
