import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Server, startServer } from '../support/server.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'

const temporaryFolder = useTemporaryFolders()

/** What is stored, and how somebody would ask for it later. */
const pairs: Readonly<Record<string, readonly (readonly [text: string, query: string])[]>> = {
  Chinese: [
    ['我们决定把数据库从MySQL迁移到PostgreSQL，因为需要更好的事务支持。', '为什么要迁移数据库？'],
    ['小王下周三要去上海出差，需要预订高铁票。', '谁要去上海出差？'],
    ['部署失败是因为证书过期，更新证书后恢复正常。', '证书过期造成了什么问题'],
  ],
  Japanese: [
    ['本番サーバーのメモリ不足は、キャッシュの設定を変更して解決した。', 'メモリ不足はどうやって解決した？'],
    ['田中さんは毎週金曜日に在宅勤務をしています。', '田中さんの在宅勤務は何曜日？'],
    ['会議室の予約は総務部に電話してください。', '会議室を予約するには'],
  ],
  Korean: [
    ['로그인 오류는 세션 쿠키의 만료 시간이 너무 짧아서 발생했다.', '로그인 오류의 원인은 무엇인가요?'],
    ['김민수 씨는 커피 대신 녹차를 마신다.', '김민수 씨는 무엇을 마시나요?'],
  ],
  German: [
    ['Die Rechnungsprüfung übernimmt ab März Frau Müller aus der Buchhaltung.', 'Wer prüft ab März die Rechnungen?'],
    ['Der Schlüssel für den Heizungskeller hängt beim Hausmeister.', 'wo hängen die Schlüssel vom Heizungskeller'],
    ['Wir haben die Häuser in der Gartenstraße grün gestrichen.', 'Welche Farbe hat das Haus in der Gartenstrasse?'],
  ],
  French: [
    ['Le déploiement a échoué parce que la clé d’accès était périmée.', 'pourquoi le deploiement a-t-il echoue ?'],
    ['Hélène préfère les réunions tôt le matin.', 'Quand Helene préfère-t-elle ses réunions ?'],
  ],
  Arabic: [
    ['قررنا تأجيل اجتماع المشروع إلى يوم الخميس بسبب العطلة.', 'متى اجتماع المشروع؟'],
    ['كلمة المرور الخاصة بالطابعة مكتوبة خلف الشاشة.', 'أين كلمة المرور للطابعة'],
  ],
  Emoji: [
    ['Release party tonight 🎉🍕 bring your own 🥤', '🍕'],
    ['Status board: build 🟢, staging 🟢, payments 🔴', 'what is 🔴 on the board'],
  ],
  Code: [
    ['const retries = await backoff({ attempts: 5, baseMs: 200 }) // see src/net/backoff.ts', 'src/net/backoff.ts'],
    ['The importer died with ORA-01555: snapshot too old, after raising undo_retention it passed.', 'ORA-01555'],
    [
      'TypeError: Cannot read properties of undefined (reading "tenantId") came from resolveTenant()',
      'resolveTenant reading tenantId',
    ],
    ['Set `spring.datasource.hikari.maximum-pool-size=20` in application-prod.yml.', 'hikari maximum-pool-size'],
    ['Fixed the flaky job by running git config --global core.autocrlf false on C:\\agents\\win-02.', 'core.autocrlf'],
    ['docker: Error response from daemon: port 0.0.0.0:5432 already allocated', 'port 5432 already allocated'],
    ['The exit code was 0xC0000005, an access violation in libvips.', '0xC0000005'],
  ],
}

const distractors = [
  'Anna prefers her coffee black and without sugar.',
  'The quarterly report is due on the last Friday of the month.',
  'We moved the daily meeting to half past nine.',
  'The garden needs water twice a week in summer.',
  'Peter lost his umbrella on the tram.',
  'The new printer is on the second floor next to the kitchen.',
  'Tests run in parallel since the last upgrade of the runner.',
  'The customer asked for a refund because of a late delivery.',
  'An old oak stands behind the library.',
  'Deploys are frozen between Christmas and New Year.',
  'Der Zug nach Hamburg hatte zwanzig Minuten Verspätung.',
  'Die Kantine hat freitags nur bis vierzehn Uhr geöffnet.',
  'Unser Vermieter hat die Heizkosten neu berechnet.',
  'Im Frühling blühen die Kirschbäume vor dem Rathaus.',
  'Le train pour Lyon part à huit heures.',
  'La bibliothèque est fermée le lundi.',
  'Nous avons changé le fournisseur de café.',
  '今天的天气很好，我们去公园散步。',
  '会议改到下午三点，请大家准时参加。',
  '他昨天买了一本关于历史的书。',
  '午餐我们吃了牛肉面。',
  '昨日は雨が降っていたので、家で本を読んだ。',
  '新しい電車の時刻表が発表された。',
  '彼女は写真を撮るのが好きです。',
  '오늘은 날씨가 맑아서 산책을 했다.',
  '회의는 내일 오후 두 시에 시작한다.',
  '어제 도서관에서 책을 빌렸다.',
  'ذهبنا إلى السوق صباح أمس واشترينا الفاكهة.',
  'الطقس جميل اليوم في المدينة القديمة.',
  'يبدأ الدرس في الساعة التاسعة صباحا.',
  'Great work everybody 👍👏',
  'Lunch was 🍜 again, the queue was long.',
  'function add(a, b) { return a + b } // src/math/add.ts',
  'ORA-00942: table or view does not exist, the grant was missing.',
  'ReferenceError: window is not defined came from renderPage()',
  'Set `server.tomcat.threads.max=200` in application-dev.yml.',
  'docker: no space left on device',
  'The exit code was 137, the container ran out of memory.',
]

describe('every language and script', () => {
  let server: Server
  beforeAll(async () => {
    server = await startServer({ dataDir: temporaryFolder() })
    for (const text of distractors) await server.ask('remember', { text })
    for (const [text] of Object.values(pairs).flat()) await server.ask('remember', { text })
  })
  afterAll(() => server.close())

  const cases = Object.entries(pairs).flatMap(([language, each]) =>
    each.map(([text, query]) => ({ language, text, query })),
  )

  test.each(cases)('[REC11] $language is found first by "$query"', async ({ text, query }) => {
    const { memories, nothing_relevant } = await server.ask('recall', { query, limit: 3 })
    expect((memories as { content: string }[])[0]?.content).toBe(text)
    expect(nothing_relevant).toBe(false)
  })
})
