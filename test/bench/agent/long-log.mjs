import { createRandom } from '../numbers.mjs'

const wantedLength = 20_000
const two = (value) => String(value).padStart(2, '0')

/** What each kind of program prints all day; `random` chooses, `second` counts on from line to line. */
const styles = {
  postgres: ({ below, pick }, second) =>
    `2026-04-21 ${clock(14, 50, second)}.${100 + below(900)} UTC [${8_700 + below(120)}] harbor@harbor LOG:  ${pick([
      () =>
        `duration: ${below(90)}.${100 + below(900)} ms  statement: select "id", "name" from "vessels" where "id" = $1`,
      () => `duration: ${below(40)}.${100 + below(900)} ms  statement: insert into "berth_events" values ($1, $2, $3)`,
      () => `connection authorized: user=harbor database=harbor application_name=api-${below(3)}`,
      () => `disconnection: session time: 0:00:${two(below(60))}.${100 + below(900)}`,
      () => `checkpoint complete: wrote ${below(900)} buffers (${below(6)}.${below(10)}%)`,
    ])()}`,
  airflow: ({ below, pick }, second) =>
    `[2026-03-30T${clock(3, 25, second)}.${100 + below(900)}+0000] ${pick([
      () => `{scheduler_job_runner.py:${400 + below(20)}} INFO - ${1 + below(9)} tasks up for execution`,
      () =>
        `{processor.py:157} INFO - Started process (PID=${1_000 + below(9_000)}) to work on /opt/airflow/dags/buoys_${pick(['south', 'east', 'gulf', 'archipelago'])}.py`,
      () => `{dag.py:2948} INFO - Sync ${1 + below(11)} DAGs`,
      () =>
        `{dag.py:3677} INFO - Setting next_dagrun for buoys_${pick(['south', 'east', 'gulf'])} to 2026-03-30T03:30:00+00:00`,
      () => `{manager.py:285} INFO - Adopting or resetting orphaned tasks for active dag runs`,
    ])()}`,
  ioscrash: ({ below, pick }, second) =>
    `${pick([
      () =>
        `Thread ${1 + below(14)}:: ${below(20)}  ${pick(['libsystem_kernel.dylib', 'libdispatch.dylib', 'CoreFoundation', 'SwiftUI', 'UIKitCore'])}  0x${(0x1_8000_0000 + below(0x4fff_ffff)).toString(16).padStart(16, '0')} ${pick(['mach_msg2_trap', '__psynch_cvwait', 'CFRunLoopRunSpecific', '_dispatch_call_block_and_release', 'closure #1 in GraphHost.flushTransactions()'])} + ${below(600)}`,
      () =>
        `0x${(0x1_0400_0000 + second * 16_384).toString(16)} - 0x${(0x1_0400_3fff + second * 16_384).toString(16)} ${pick(['CoreBluetooth', 'Combine', 'WidgetKit', 'StoreKit', 'Network'])} arm64e <${below(0x7fff_ffff).toString(16)}${below(0x7fff_ffff).toString(16)}>`,
    ])()}`,
  cargo: ({ below, pick }) =>
    pick([
      () =>
        `   Compiling ${pick(['serde', 'tantivy', 'rayon', 'memmap2', 'regex-automata', 'zstd-sys', 'clap_builder', 'crossbeam-epoch'])} v${below(4)}.${below(30)}.${below(12)}`,
      () =>
        `  Downloaded ${pick(['once_cell', 'smallvec', 'itertools', 'uuid', 'time', 'lru', 'fastdivide'])} v${below(3)}.${below(20)}.${below(9)}`,
      () =>
        `test ${pick(['segment', 'tokenizer', 'manifest', 'query', 'merge'])}::tests::${pick(['round_trip', 'empty_input', 'keeps_order', 'survives_restart', 'one_byte_blocks'])}_${below(40)} ... ok`,
    ])(),
  gojson: ({ below, pick }, second) =>
    `{"level":"info","ts":"2026-03-19T${clock(1, 0, second * 9)}.${100 + below(900)}Z","logger":"${pick(['payout', 'relay', 'ledger', 'http'])}","msg":"${pick(['sent', 'acked', 'settled', 'heartbeat', 'batch flushed', 'request served'])}","stream_seq":${8_830_000 + second * 17 + below(9)},"elapsed_ms":${below(400)},"shard":"${two(below(32))}"}`,
  sidekiq: ({ below, pick }, second) =>
    `2026-02-04T${clock(12, 0, second * 12)}.${100 + below(900)}Z pid=4 tid=${pick(['13fk', '14a0', '12qz', '15mm'])} class=${pick(['InventorySyncJob', 'InventorySyncJob', 'InventorySyncJob', 'ThumbnailJob', 'SearchIndexJob'])} jid=${below(0x7fff_ffff).toString(16)} elapsed=${below(9)}.${100 + below(900)} INFO: ${pick(['start', 'done', 'done', 'enqueued'])}`,
  zephyrlog: ({ below, pick }) =>
    pick([
      () =>
        `INFO    - ${pick(['moss_v2/nrf52840', 'native_sim', 'qemu_cortex_m3'])} tests/${pick(['calib/calib.table', 'lora/lora.frames', 'settings/settings.save', 'sensor/sensor.median', 'payload/payload.golden'])}.${below(60)} PASSED (${pick(['build', 'native 0', 'device 2', 'qemu 1'])}.${below(1_000)}s)`,
      () =>
        `DEBUG   - [${below(415)}/415] Building C object zephyr/CMakeFiles/zephyr.dir/${pick(['kernel/sched.c', 'lib/os/printk.c', 'drivers/spi/spi_nrfx.c', 'subsys/pm/pm.c'])}.obj`,
    ])(),
  ecs: ({ below, pick }, second) =>
    `2026-04-22T${clock(7, 0, second * 16)}.${100 + below(900)}Z ${pick([
      () => `INFO  GET /trips/${below(90_000)} ${pick([200, 200, 200, 304])} ${below(4_000)}ms user=${below(260)}`,
      () => `INFO  GET /api/airports?q=${pick(['ams', 'lis', 'osl', 'ber', 'cdg'])} 200 ${below(90)}ms`,
      () => `INFO  healthcheck ok task=${pick(['5c1e', '88fa'])}`,
      () => `DEBUG flight-import page=${below(90)} rows=${below(5_000)}`,
    ])()}`,
}

/** The time of day, `seconds` after hour:minute. */
function clock(hour, minute, seconds) {
  const all = hour * 3_600 + minute * 60 + seconds
  return [Math.floor(all / 3_600) % 24, Math.floor(all / 60) % 60, all % 60].map(two).join(':')
}

/**
 * About 20,000 characters as the program would print them, the told lines among them, the same on every machine:
 * logs are long and dull, so that a file of them would be as well.
 */
export function writeLongLog({ style, seed, lines: told }) {
  const random = createRandom(seed)
  const lines = []
  for (let length = told.join('\n').length, second = 0; length < wantedLength; second++) {
    lines.push(styles[style](random, second))
    length += lines.at(-1).length + 1
  }
  const spacing = Math.floor(lines.length / (told.length + 1))
  told.forEach((line, index) => {
    lines.splice(spacing * (index + 1) + random.below(Math.floor(spacing / 2)), 0, line)
  })
  return lines.join('\n')
}
