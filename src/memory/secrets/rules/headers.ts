import { looksLikePassword, looksRandom } from '../looks-random.js'
import { isPlaceholder } from '../placeholder.js'
import { caseInsensitiveRule, provider, type Rule, rule } from '../rule.js'
import { noted } from './sources.js'

/** After the name of a header, in a request, a command or code. */
const header = String.raw`\\?["'\x60]?[ \t]{0,4}[:=,][ \t]{0,4}\\?["'\x60]?`

/** "user:password" in base64. */
function isCredentials(secret: string): boolean {
  if (secret.length % 4 === 1 || isPlaceholder(secret)) return false
  return /^[\x21-\x7e]{1,100}:[\x20-\x7e]{2,}$/.test(atob(secret.replace(/={1,2}$/, '')))
}

const hasRandomValue = (cookies: string): boolean =>
  cookies.split(/;\s*/).some((each) => looksRandom(each.slice(each.indexOf('=') + 1).replace(/%[0-9A-F]{2}/g, '')))

/** Credentials in headers, cookies and the files that tools keep them in. */
export const headerRules: readonly Rule[] = [
  provider(
    'HTTP Bearer',
    'https://www.rfc-editor.org/rfc/rfc6750#section-2.1',
    noted,
    caseInsensitiveRule('bearer-token', ['bearer'], String.raw`(?<head>bearer[ \t]+)[\w.~+/-]{20,}={0,2}`, looksRandom),
  ),
  // User and password in base64.
  provider(
    'HTTP Basic',
    'https://www.rfc-editor.org/rfc/rfc7617',
    noted,
    caseInsensitiveRule(
      'basic-credentials',
      ['authorization'],
      String.raw`(?<head>authorization${header}basic[ \t]+)[A-Za-z0-9+/]{8,}={0,2}`,
    ),
    caseInsensitiveRule(
      'basic-credentials',
      ['basic '],
      String.raw`(?<![\w-])(?<head>basic[ \t]+)[A-Za-z0-9+/]{12,}={0,2}(?![\w+/=-])`,
      isCredentials,
    ),
  ),
  provider(
    'HTTP Authorization',
    'https://www.rfc-editor.org/rfc/rfc9110#name-authorization',
    noted,
    caseInsensitiveRule(
      'authorization',
      ['authorization'],
      String.raw`(?<head>authorization${header}(?:[a-z][\w-]{1,24}[ \t]+)?(?:token=)?"?)[\w.~+/:=-]{20,1000}`,
      looksRandom,
    ),
  ),
  provider(
    'HTTP cookies',
    'https://www.rfc-editor.org/rfc/rfc6265',
    noted,
    caseInsensitiveRule(
      'cookie',
      ['cookie'],
      String.raw`(?<![\w-])(?<head>cookie${header})[\w.!#$%&'*+^|~-]{1,80}=[^\s;"'\x60]{1,2000}(?:; ?[\w.!#$%&'*+^|~-]{1,80}=[^\s;"'\x60]{0,2000}){0,40}`,
      hasRandomValue,
    ),
  ),
  provider(
    'Set-Cookie',
    'https://www.rfc-editor.org/rfc/rfc6265',
    noted,
    caseInsensitiveRule(
      'cookie',
      ['set-cookie'],
      String.raw`(?<head>set-cookie${header}[\w.!#$%&'*+^|~-]{1,80}=)[^\s;"'\x60,]{16,2000}`,
      (secret) => hasRandomValue(`=${secret}`),
    ),
  ),
  provider(
    'Sessions of web frameworks',
    'https://owasp.org/www-community/attacks/Session_hijacking_attack',
    noted,
    rule(
      'session-cookie',
      [
        'JSESSIONID',
        'PHPSESSID',
        'connect.sid',
        'sessionid=',
        'ASP.NET_SessionId',
        '.AspNetCore.',
        'laravel_session',
        '_session=',
        'csrftoken=',
        'XSRF-TOKEN=',
        'wordpress_logged_in_',
        'remember_token=',
        '__Secure-',
        '__Host-',
        'SAPISID=',
        'li_at=',
      ],
      String.raw`(?<head>(?:JSESSIONID|PHPSESSID|connect\.sid|sessionid|ASP\.NET_SessionId|\.AspNetCore\.[\w.]{1,40}|laravel_session|_session|csrftoken|XSRF-TOKEN|wordpress_logged_in_\w{0,40}|remember_token|__(?:Secure|Host)-[\w.-]{1,60}|SAPISID|li_at)=)[\w%.|:+/=-]{16,2000}`,
      looksRandom,
    ),
  ),
  provider(
    'Docker config.json',
    'https://docs.docker.com/reference/cli/docker/login/#credential-stores',
    noted,
    rule(
      'docker-auth',
      ['"auth"', '\\"auth\\"'],
      String.raw`(?<head>\\?"auth\\?"[ \t]{0,4}:[ \t]{0,4}\\?")[A-Za-z0-9+/]{8,2000}={0,2}(?=\\?")`,
      isCredentials,
    ),
    rule(
      'docker-auth',
      ['"identitytoken"', '"registrytoken"'],
      String.raw`(?<head>"(?:identity|registry)token"[ \t]{0,4}:[ \t]{0,4}")[\w.+/=-]{16,4000}(?=")`,
    ),
  ),
  provider(
    '.netrc',
    'https://www.gnu.org/software/inetutils/manual/html_node/The-_002enetrc-file.html',
    noted,
    rule(
      'netrc-password',
      ['machine ', 'default login '],
      String.raw`(?<head>(?:machine[ \t]+[\w.-]{1,100}|default)[ \t\r\n]{1,20}login[ \t]+\S{1,100}[ \t\r\n]{1,20}password[ \t]+)\S{3,200}`,
    ),
    rule(
      'netrc-password',
      ['login '],
      String.raw`(?<head>login[ \t]+\S{1,100}[ \t\r\n]{1,20}password[ \t]+)\S{4,200}`,
      looksLikePassword,
    ),
  ),
  provider(
    'XML, Maven, Tomcat',
    'https://maven.apache.org/settings.html#Servers',
    noted,
    caseInsensitiveRule(
      'xml-password',
      ['<password>', '<passphrase>', '<secret>', '<apikey>', '<token>', '<cleartextpassword>'],
      String.raw`(?<head><(?:password|passphrase|secret|apikey|token|cleartextpassword)>[ \t]{0,4})[^<\s]{5,400}(?=[ \t]{0,4}</)`,
      (secret) => looksLikePassword(secret) || looksRandom(secret),
    ),
  ),
  provider(
    'NuGet, .NET settings',
    'https://learn.microsoft.com/nuget/reference/nuget-config-file',
    noted,
    caseInsensitiveRule(
      'xml-password',
      ['password" value', 'token" value', 'secret" value', 'key" value'],
      String.raw`(?<head>(?:password|token|secret|key)"[ \t]+value[ \t]{0,4}=[ \t]{0,4}")[^"\n]{6,400}(?=")`,
      (secret) => looksLikePassword(secret) && (secret.length < 16 || looksRandom(secret)),
    ),
  ),
  provider(
    'WordPress wp-config.php',
    'https://developer.wordpress.org/apis/wp-config-php',
    noted,
    caseInsensitiveRule(
      'php-secret',
      ['define('],
      String.raw`(?<head>define\([ \t]{0,4}["'][\w]{0,40}(?:key|salt|password|secret|token)["'][ \t]{0,40},[ \t]{0,40}["'])[^"'\n]{6,200}(?=["'])`,
      (secret) => looksLikePassword(secret) || secret.length > 40,
    ),
  ),
  provider(
    'Laravel APP_KEY',
    'https://laravel.com/docs/encryption',
    noted,
    rule(
      'laravel-key',
      ['base64:'],
      String.raw`(?<=(?:KEY|key)["' \t]{0,4}[=:][ \t"']{0,4})(?<head>base64:)[A-Za-z0-9+/]{42,88}={0,2}`,
    ),
  ),
  provider(
    'Gradle, Groovy',
    'https://docs.gradle.org/current/userguide/declaring_repositories_adv.html',
    noted,
    caseInsensitiveRule(
      'gradle-password',
      ["password '", 'password "', "password('", 'password("'],
      String.raw`(?<=[\n{;][ \t]{0,40})(?<head>password[ (]["'])[^"'\n]{6,200}(?=["'])`,
      looksLikePassword,
    ),
  ),
  provider(
    'WireGuard',
    'https://www.wireguard.com/quickstart',
    noted,
    caseInsensitiveRule(
      'wireguard-key',
      ['privatekey', 'presharedkey', 'private_key', 'preshared_key', 'private key'],
      String.raw`(?<head>(?:private|preshared)[_ ]?key["']?[ \t]{0,4}[=:][ \t]{0,4}["']?)[A-Za-z0-9+/]{43}=(?![\w=])`,
    ),
  ),
].flat()
