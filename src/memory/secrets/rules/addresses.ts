import { looksRandom } from '../looks-random.js'
import { isPlaceholder } from '../placeholder.js'
import { provider, type Rule, rule } from '../rule.js'
import { noted } from './sources.js'

const databases =
  'postgres|postgresql|mysql|mariadb|mongodb|mongodb\\+srv|redis|rediss|amqp|amqps|mssql|sqlserver|clickhouse|cockroachdb|couchbase|nats|kafka|ldaps?'
const userInfo = String.raw`(?<head>:\/\/(?<user>[^\s:@/?#"'<>\x60]{0,100}):)(?!\d{1,5}(?:[/"'\s]|$))(?!\k<user>@)[^\s/?#"'<>\x60]{2,200}(?=@[\w[$])`

/** Passwords in addresses and connection strings. */
export const addressRules: readonly Rule[] = [
  provider(
    'Databases',
    'https://www.rfc-editor.org/rfc/rfc3986#section-3.2.1',
    noted,
    rule('database-password', ['://'], `(?<=(?:^|[^A-Za-z])(?:${databases}))${userInfo}`),
  ),
  provider(
    'Mail servers',
    'https://www.rfc-editor.org/rfc/rfc3986#section-3.2.1',
    noted,
    rule('mail-password', ['://'], `(?<=(?:^|[^A-Za-z])(?:smtps?|imaps?|pop3s?))${userInfo}`),
  ),
  provider(
    'File transfer',
    'https://www.rfc-editor.org/rfc/rfc3986#section-3.2.1',
    noted,
    rule('ftp-password', ['://'], `(?<=(?:^|[^A-Za-z])(?:ftps?|sftp|ssh|smb|webdavs?|davs?|rsync))${userInfo}`),
  ),
  provider(
    'Proxies',
    'https://www.rfc-editor.org/rfc/rfc3986#section-3.2.1',
    noted,
    rule('proxy-password', ['://'], `(?<=(?:^|[^A-Za-z])(?:socks[45]?[ah]?|ss|vless|trojan))${userInfo}`),
  ),
  provider(
    'Any address',
    'https://www.rfc-editor.org/rfc/rfc3986#section-3.2.1',
    noted,
    rule('url-password', ['://'], userInfo),
  ),
  // A token as the user of an address: `https://<token>@github.com/…`. The key in a Sentry DSN is public.
  provider(
    'Any address',
    'https://git-scm.com/docs/gitcredentials',
    noted,
    rule(
      'url-token',
      ['://'],
      String.raw`(?<head>:\/\/)[\w.~-]{20,200}(?=@(?!o\d+\.ingest|sentry)[\w.-]+)`,
      looksRandom,
    ),
  ),
  provider(
    'Oracle Database',
    'https://docs.oracle.com/en/database/oracle/oracle-database/23/jjdbc/data-sources-and-URLs.html',
    noted,
    rule(
      'oracle-password',
      ['jdbc:oracle:'],
      String.raw`(?<head>jdbc:oracle:(?:thin|oci):[\w$#]{1,64}/)[^\s@"']{2,100}(?=@)`,
    ),
    rule(
      'oracle-password',
      ['sqlplus ', 'sqlldr ', 'expdp ', 'impdp ', 'rman target '],
      String.raw`(?<head>(?:sqlplus|sqlldr|expdp|impdp|rman target)[ \t]+(?:-[sl][ \t]+)?[\w$#]{1,64}/)[^\s@"'/]{3,100}(?=@)`,
    ),
  ),
  provider(
    'PostgreSQL .pgpass',
    'https://www.postgresql.org/docs/current/libpq-pgpass.html',
    noted,
    rule(
      'pgpass',
      [':5432:', ':5433:', ':6432:'],
      String.raw`(?<=^[\w.*-]{1,100}|\n[\w.*-]{1,100}|[ "'\x60][\w.*-]{1,100})(?<head>:(?:5432|5433|6432):[\w*.-]{1,64}:[\w*.@-]{1,64}:)[^\s:"'\x60]{3,200}`,
      (secret) => !isPlaceholder(secret),
    ),
  ),
  provider(
    'Wi-Fi',
    'https://github.com/zxing/zxing/wiki/Barcode-Contents',
    noted,
    rule('wifi-password', ['WIFI:'], String.raw`(?<head>WIFI:(?:[STH]:[^;\n]{0,64};){0,4}P:)[^;\n]{5,64}(?=;)`),
    rule('wifi-password', ['psk='], String.raw`(?<![\w-])(?<head>psk=")[^"\n]{8,63}(?=")`),
  ),
].flat()
