import { asks, edits, fails, remembers, runs, says, session } from '../script.mjs'

/** Firmware in C on Zephyr: scales under beehives that send their weight by LoRaWAN. Its maintainer types fast. */
export const hivescale = [
  session(
    'hiv-1',
    0,
    9,
    asks(
      'every scale climbs by 1.5 to 2 kg from night to noon and comes back in the evening. thats not nectar, the empty one on my roof does it too',
    ),
    runs(
      'python tools/plot.py --node 7 --days 3 --corr',
      'corr(weight, t_lid) = 0.71\ncorr(weight, t_lid lag 40 min) = 0.96',
    ),
    says(
      'The empty one follows the temperature, 40 minutes late: it is the load cell that warms up, and it does so later than the lid, where the SHT40 sits.',
    ),
    asks('just smooth it? mean over 24 h'),
    says(
      'A swarm that leaves at noon would vanish in that mean. I would rather compensate, with a probe right at the cell, so that there is no lag and a straight line will do.',
    ),
    asks('have a bag of ds18b20 here. ok'),
    edits('src/weight.c'),
    edits('boards/arm/hive_r2/hive_r2.dts'),
    runs('python tools/fit.py --node 7', 'slope 0.021 kg/K  r2 0.99  residual 40 g'),
    says(
      'Weights are compensated by 0.021 kg per kelvin against 20 °C, with a DS18B20 glued to the load cell. The SHT40 in the lid is no use for it: it runs 40 minutes ahead of the cell and overcorrects. The slope is kept per scale in the setting `cal/tc`. No mean over 24 h, since a swarm would not be seen in it.',
    ),
  ),
  session(
    'hiv-2',
    0,
    15,
    asks(
      'west update and now nothing builds\n\nerror: SOC_SERIES_STM32WLX (defined at soc/st/stm32/stm32wlx/Kconfig:5) is assigned in a configuration file, but is not directly user-configurable (has no prompt).\nerror: Aborting due to Kconfig warnings',
    ),
    runs('git -C ../zephyr describe', 'v3.6.0-4127-g1d2f8a'),
    says(
      'west.yml follows main, and main has the new hardware model. Our own boards in boards/arm are still described the old way and would have to be ported.',
    ),
    asks('not this week, market is on saturday. pin it'),
    edits('west.yml'),
    runs('west update && west build -b hive_r2 -p', 'FLASH:      143208 B       256 KB     54.63%'),
    says(
      'Zephyr is pinned to v3.6.0 in west.yml, and both boards build again. For anything later our boards must be ported to the new hardware model.',
    ),
  ),
  session(
    'hiv-3',
    1,
    10,
    asks('batterys last 5 weeks, should be a season. ppk2 is connected, have a look at the csv'),
    runs('python tools/ppk.py captures/sleep.csv', 'mean 1.91 mA  min 1.88 mA  peaks 48 mA every 30 min'),
    says(
      'The peaks are the uplinks and are fine. The 1.9 mA in between are not sleep. I would first take the ST-Link off, it keeps the debug part of the core awake.',
    ),
    asks('off now. still .6 mA'),
    runs('rg -n "lpuart1|hx711_power" src boards', 'src/main.c:31: DEVICE_DT_GET(DT_NODELABEL(lpuart1));'),
    says(
      'Two things are left: the console on lpuart1 is never suspended and keeps its clock running, and the HX711 is never powered down, it wants SCK high for more than 60 µs.',
    ),
    edits('src/power.c'),
    edits('src/hx711.c'),
    runs('python tools/ppk.py captures/sleep2.csv', 'mean 0.011 mA'),
    says(
      'Sleep takes 11 µA rather than 1.9 mA, which is good for about 14 months. The console on lpuart1 is suspended between readings, and SCK of the HX711 is held high so that it powers down. Never measure with the ST-Link plugged in: it alone adds 1.3 mA.',
    ),
  ),
  session(
    'hiv-4',
    1,
    20,
    asks('3 nodes in the orchard dont come back after i changed the batteries, join never works'),
    fails(
      'python tools/tail.py /dev/ttyACM0',
      '[00:00:08.214] <inf> app: joining as 70B3D57ED0061F22\n[00:00:18.870] <err> app: lorawan_join failed: -116',
    ),
    runs('ttn-lw-cli end-devices get oak hive-11 --last-dev-nonce', 'DevNonce has already been used (hive-11)'),
    says(
      'The node starts counting its DevNonce at 0 after each loss of power, and The Things Network refuses one it has seen. So the request is dropped, and the node sees a timeout.',
    ),
    edits('prj.conf'),
    edits('src/lora.c'),
    runs('west build -b hive_r2 -p && west flash', 'Verify OK'),
    says(
      'Joining after a change of batteries works. CONFIG_LORAWAN_NVM_SETTINGS=y keeps the DevNonce in flash, so it goes on counting. `west flash --erase` wipes it as well; then join fails with -116 until "Reset used DevNonces" is pressed for the device in the console of TTN.',
    ),
  ),
  session(
    'hiv-5',
    2,
    11,
    asks('put humidity in the uplink, 2 bytes after the temp'),
    runs('sed -n 1,40p src/payload.c', '/* ver:1 weight:3 t_cell:2 t_lid:2 batt:1 flags:1 */'),
    says(
      'That is ten bytes so far, and two more make twelve. In the US at the lowest data rate, DR0, a payload of 11 bytes is the limit, and the stack would drop the whole uplink.',
    ),
    asks('oh right, the guys in vermont. 1 byte then, half percent steps. and remember that limit pls'),
    edits('src/payload.c'),
    edits('ttn/decoder.js'),
    remembers(
      'The uplink payload of hivescale must not exceed 11 bytes: that is all US915 allows at DR0.',
      'How long may the uplink payload be?',
    ),
    runs('node --test ttn', '# pass 14\n# fail 0'),
    says(
      'Humidity is one byte in steps of half a percent, so the payload is at 11 bytes, the most that US915 carries at DR0; it is full now. The first byte is the version, 2 from now on. The decoder keeps the branch for version 1, since nodes in the field are not updated over the air.',
    ),
  ),
  session(
    'hiv-6',
    2,
    21,
    asks('how was the calibration again, i always forget the order'),
    runs('rg -n "SHELL_CMD" src/shell_cal.c', 'SHELL_CMD(zero, ...)\nSHELL_CMD(span, ...)\nSHELL_CMD(show, ...)'),
    says(
      'First `hive cal zero` with nothing on the platform, then put a known weight on, wait 30 seconds, and `hive cal span 10000` for 10 kg, in grams. The other way round the span is worked out from the old zero and is wrong. `hive cal show` prints both.',
    ),
    asks('thx'),
  ),
  session(
    'hiv-7',
    3,
    9,
    asks('swarm alarm goes off whenever somebody takes a super off. 11 false ones last weekend. ppl turn it off'),
    runs('python tools/alarms.py --days 30', '38 alarms, 2 swarms, 29 inspections, 7 single outliers'),
    says(
      'Nearly all are inspections, which move the lid; seven are single wrong readings. The accelerometer on the board is unused so far and could tell when somebody is at the hive.',
    ),
    asks('nice. threshold lower as well? 1 kg'),
    says(
      'No: foragers leaving in the morning are up to 1.1 kg within ten minutes in a strong colony. 1.5 kg is right.',
    ),
    edits('src/swarm.c'),
    edits('boards/arm/hive_r2/hive_r2.dts'),
    runs('python tools/alarms.py --days 30 --replay', '3 alarms, 2 swarms, 1 inspection'),
    says(
      'Over the last 30 days 3 alarms remain of 38, and both swarms are among them. A drop of more than 1.5 kg must still be there at the next reading, ten minutes later, and nothing is raised for 15 minutes after the accelerometer saw the lid move. Below 1.5 kg the foragers of a strong colony would raise it each morning.',
    ),
  ),
  session(
    'hiv-8',
    4,
    18,
    asks('node 14 shows 0.00 kg whenever it rains'),
    runs('python tools/plot.py --node 14 --days 10', 'raw = 0x000000 on 2025-05-14 02:10 .. 09:40'),
    says(
      'All zero is no weight but a dead data line. Water in the connector is likely, a hair crack in the cable possible. One would have to open it.',
    ),
    asks('will fetch it next week'),
  ),
  session(
    'hiv-9',
    5,
    10,
    asks('market is over. do the zephyr thing now, 3.7 is lts'),
    edits('west.yml'),
    edits('boards/oakhollow/hive_r2/board.yml'),
    edits('boards/oakhollow/hive_r2/Kconfig.hive_r2'),
    fails('west build -b hive_r1 -p', "ERROR: No board named 'hive_r1' found."),
    says('hive_r1 has another SoC and would want a port of its own. How many of these are there?'),
    asks('six, all mine. drop it'),
    edits('.github/workflows/build.yml'),
    runs('west update && west build -b hive_r2 -p', 'FLASH:      149872 B       256 KB     57.17%'),
    says(
      'We are on Zephyr v3.7.0 now, no longer pinned to 3.6, and hive_r2 is ported to the new hardware model in boards/oakhollow. hive_r1 is dropped from main; the six that exist stay on the branch v1.4. Whoever has the old workspace gets "No board named \'hive_r2\' found" and has to run `west update`.',
    ),
  ),
  session(
    'hiv-10',
    6,
    17,
    asks('mail from ttn, some of our nodes are over the fair use policy. what do we burn'),
    runs(
      'python tools/airtime.py --bytes 11',
      'SF7 0.06 s  SF9 0.21 s  SF10 0.41 s  SF11 0.82 s  SF12 1.48 s\nSF12 at 48 a day: 71 s',
    ),
    says(
      'Thirty seconds of airtime a day are allowed. With an uplink each 30 minutes a node at SF12 takes 71. Near gateways we could send more often than we do.',
    ),
    asks('then by spreading factor'),
    edits('src/schedule.c'),
    runs('west build -b native_sim -t run', 'PROJECT EXECUTION SUCCESSFUL'),
    says(
      'The interval depends on the spreading factor now, in place of 30 minutes for all: every 20 minutes at SF7 to SF9, hourly at SF10, every two hours at SF11 and SF12. That stays below the 30 seconds of airtime a day that the fair use policy of TTN allows. Alarms are still sent at once.',
    ),
  ),
]
