import { looksLikePassword, looksRandom } from '../looks-random.js'
import { isPlaceholder } from '../placeholder.js'
import { caseInsensitiveRule, provider, type Rule, rule } from '../rule.js'
import { noted } from './sources.js'

/** What stands between a command and its option, on one line and within one command. */
const arguments_ = '\\b[^\\n|;&]{0,160}?[ \\t]'
const value = String.raw`[^\s"'\x60|;&<>]{4,100}`
const start = '(?<![\\w.-])'
const isSecret = (secret: string): boolean => !isPlaceholder(secret)

/** `command … <option>value`; the keyword is the command. */
const option = (kind: string, commands: readonly string[], options: string, accepts = looksLikePassword) =>
  rule(
    kind,
    commands,
    `${start}(?<head>(?:${commands.join('|')})[\\w-]{0,12}${arguments_}${options}["']?)${value}`,
    accepts,
  )

/** Passwords on command lines. */
export const commandRules: readonly Rule[] = [
  provider(
    'curl, wget',
    'https://curl.se/docs/manpage.html#-u',
    noted,
    rule(
      'password',
      ['-u ', '--user '],
      String.raw`(?<=\b(?:curl|http|https|xh)\b[^\n]{0,200})(?<head>(?:-u|--user) ["']?[\w.@-]{1,64}:)[^\s"']{4,100}`,
      looksLikePassword,
    ),
  ),
  // Without a space: what follows a space is the database.
  provider(
    'MySQL, MariaDB',
    'https://dev.mysql.com/doc/refman/8.4/en/command-line-options.html',
    noted,
    option('mysql-password', ['mysql', 'mariadb'], '-p(?![ =])', isSecret),
  ),
  provider(
    'sshpass',
    'https://manpages.debian.org/sshpass',
    noted,
    option('ssh-password', ['sshpass'], '-p[ \\t]?', isSecret),
  ),
  provider(
    'Container registries',
    'https://docs.docker.com/reference/cli/docker/login',
    noted,
    option(
      'registry-password',
      ['docker', 'podman', 'nerdctl', 'buildah', 'skopeo', 'helm', 'oras'],
      '(?<=login\\b[^\\n|;&]{0,160})-p[ =]',
    ),
  ),
  provider(
    'MongoDB',
    'https://www.mongodb.com/docs/mongodb-shell/reference/options',
    noted,
    option('mongodb-password', ['mongo'], '(?:-p|--password)[ =]'),
  ),
  provider(
    'Redis',
    'https://redis.io/docs/latest/develop/tools/cli',
    noted,
    option('redis-password', ['redis-cli', 'valkey-cli'], '(?:-a|--pass)[ =]', isSecret),
    rule(
      'redis-password',
      ['requirepass ', 'masterauth '],
      `(?<head>(?:requirepass|masterauth)[ \\t]+["']?)${value}`,
      looksLikePassword,
    ),
  ),
  provider(
    'SQL Server',
    'https://learn.microsoft.com/sql/tools/sqlcmd/sqlcmd-utility',
    noted,
    option('sqlserver-password', ['sqlcmd', 'bcp '], '-P[ \\t]?'),
  ),
  provider(
    'Cassandra',
    'https://cassandra.apache.org/doc/latest/cassandra/managing/tools/cqlsh.html',
    noted,
    option('cassandra-password', ['cqlsh'], '-p[ \\t]'),
  ),
  provider(
    'LDAP',
    'https://www.openldap.org/software/man.cgi?query=ldapsearch',
    noted,
    option('ldap-password', ['ldapsearch', 'ldapadd', 'ldapmodify', 'ldapwhoami', 'ldapdelete'], '-w[ \\t]?'),
  ),
  provider(
    'Samba',
    'https://www.samba.org/samba/docs/current/man-html/smbclient.1.html',
    noted,
    rule(
      'smb-password',
      ['smbclient', 'rpcclient', 'mount.cifs', 'mount -t cifs'],
      `${start}(?<head>(?:smbclient|rpcclient|mount\\.cifs|mount -t cifs)${arguments_}(?:-U[ \\t]?["']?[\\w\\\\.@/-]{1,64}%|-o[ \\t][^\\s]{0,100}?password=))[^\\s"',|;&]{4,100}`,
      looksLikePassword,
    ),
  ),
  provider(
    'MQTT',
    'https://mosquitto.org/man/mosquitto_pub-1.html',
    noted,
    option('mqtt-password', ['mosquitto_pub', 'mosquitto_sub'], '-P[ \\t]'),
  ),
  provider('IPMI', 'https://manpages.debian.org/ipmitool', noted, option('ipmi-password', ['ipmitool'], '-P[ \\t]')),
  provider(
    'Archives',
    'https://documentation.help/7-Zip/password.htm',
    noted,
    option('archive-password', ['7z ', '7za ', 'unrar ', 'rar '], '-h?p(?![ =])'),
    option('archive-password', ['unzip ', 'zip '], '-P[ \\t]'),
  ),
  provider(
    'OpenSSL',
    'https://docs.openssl.org/master/man1/openssl-passphrase-options',
    noted,
    rule('openssl-password', ['pass:'], `(?<=-(?:pass|passin|passout|k)[ \\t]["']?)(?<head>pass:)${value}`, isSecret),
  ),
  provider(
    'keytool',
    'https://docs.oracle.com/en/java/javase/21/docs/specs/man/keytool.html',
    noted,
    rule(
      'keystore-password',
      ['-storepass', '-keypass', '-deststorepass', '-srcstorepass'],
      `(?<head>-(?:storepass|keypass|deststorepass|srcstorepass)[ \\t]+["']?)${value}`,
      isSecret,
    ),
  ),
  provider(
    'Remote desktop',
    'https://github.com/FreeRDP/FreeRDP/wiki/CommandLineInterface',
    noted,
    rule('rdp-password', ['/p:'], `(?<=rdp[^\\n]{0,200}[ \\t])(?<head>/p:["']?)${value}`, isSecret),
  ),
  provider(
    'htpasswd',
    'https://httpd.apache.org/docs/2.4/programs/htpasswd.html',
    noted,
    rule(
      'htpasswd',
      ['htpasswd -'],
      `(?<head>htpasswd -[a-zA-Z]{0,6}b[a-zA-Z]{0,6}(?:[ \\t]+-\\w{1,4}){0,3}[ \\t]+[\\w./-]{1,100}[ \\t]+[\\w.@-]{1,64}[ \\t]+["']?)${value}`,
      isSecret,
    ),
  ),
  provider(
    'lftp',
    'https://lftp.yar.ru/lftp-man.html',
    noted,
    rule(
      'ftp-password',
      ['lftp ', 'ncftp'],
      `(?<head>(?:lftp|ncftp\\w{0,4})${arguments_}-u[ \\t]?["']?[\\w.@-]{1,64},)${value}`,
      isSecret,
    ),
  ),
  provider(
    'chpasswd, sudo',
    'https://manpages.debian.org/chpasswd',
    noted,
    rule(
      'system-password',
      ['echo '],
      String.raw`(?<head>echo[ \t]+(?:-n[ \t]+)?["']?[\w.-]{1,32}:)[^\s"'|]{4,64}(?=["']?[ \t]{0,4}\|[ \t]{0,4}(?:sudo[ \t]+)?chpasswd)`,
    ),
    rule(
      'system-password',
      ['echo '],
      String.raw`(?<head>echo[ \t]+(?:-n[ \t]+)?["']?)[^\s"'|$]{4,64}(?=["']?[ \t]{0,4}\|[ \t]{0,4}(?:sudo[ \t]+(?:-\w+[ \t]+)*-S|passwd --stdin|docker login))`,
    ),
  ),
  provider(
    'nmcli',
    'https://networkmanager.dev/docs/api/latest/nmcli.html',
    noted,
    rule('wifi-password', ['nmcli '], `(?<head>nmcli${arguments_}password[ \\t]+["']?)${value}`, isSecret),
  ),
  provider(
    'Any command',
    'https://www.gnu.org/prep/standards/html_node/Option-Table.html',
    noted,
    caseInsensitiveRule(
      'password',
      [
        '--pass',
        '--db-pass',
        '--http-pass',
        '--user-pass',
        '--root-pass',
        '--admin-pass',
        '--registry-pass',
        '--proxy-pass',
        '--key-pass',
        '--basic-auth-pass',
        '--docker-pass',
      ],
      `(?<head>--[\\w-]{0,20}pass(?:word|wd|phrase)?[ \\t=]+["']?)${value}`,
      looksLikePassword,
    ),
    caseInsensitiveRule(
      'secret',
      [
        '--token',
        '--api',
        '--secret',
        '--auth',
        '--access',
        '--client-sec',
        '--registration-tok',
        '--bearer',
        '--with-token',
        '--admin-tok',
        '--app-sec',
        '--license',
      ],
      `(?<head>--[\\w-]{0,24}(?:token|key|secret|auth|bearer)[ \\t=]+["']?)[\\w+/=~.:-]{16,400}(?![\\w(])`,
      looksRandom,
    ),
  ),
  provider(
    'SQL',
    'https://www.postgresql.org/docs/current/sql-createrole.html',
    noted,
    caseInsensitiveRule(
      'sql-password',
      ["password '", "identified by '", 'identified by "', 'identified with', "set password = '"],
      String.raw`(?<=(?:create|alter|grant|set)[^\n]{0,200})(?<head>(?:password|identified by|identified with [\w']{2,40} by|set password =)[ \t]+["'])[^"'\n]{4,100}(?=["'])`,
    ),
  ),
].flat()
