import { failure, prompt, silence, silentFailure } from '../script.mjs'

const telling = [
  prompt(
    'new beta tester says his hive gains 2 kg every morning and looses it again at night, like clockwork. no flow at the moment. bug or bees',
    /DS18B20|0\.021/,
    'hiv-1',
  ),
  prompt(
    'weight curve is so noisy. can u add a moving average over a day before it gets sent',
    /vanish|would not be seen/,
    'hiv-1',
    ['hiv-7'],
  ),
  prompt(
    'going thru the BOM to save money. the sht40 measures temp already so i would kick out the ds18b20 and use that, ok?',
    /overcorrects|40 minutes/,
    'hiv-1',
  ),
  prompt('which zephyr version do we build with', /v3\.7\.0/, 'hiv-9', ['hiv-2']),
  prompt('status led: add to the dts of hive_r1 and hive_r2', /v1\.4/, 'hiv-9'),
  failure(
    'west build -b hive_r2 -p',
    '-- Application: /home/ola/src/hivescale\n-- Found west (found suitable version "1.2.0")\nERROR: No board named \'hive_r2\' found.\nCMake Error at zephyr/cmake/modules/boards.cmake:196 (message): Invalid BOARD',
    /west update/,
    'hiv-9',
    ['hiv-2'],
  ),
  prompt('node 9 battery full mid april, dead now. 4 weeks!! where does the current go', /HX711|lpuart1/, 'hiv-3', [
    'hiv-10',
  ]),
  prompt('ppk says 1.35 mA in sleep. debugger is still on the swd pins, does that matter', /ST-Link/, 'hiv-3'),
  prompt(
    'i want the log console on all the time in the release build, so that ppl can plug in a usb serial cable and send me what it prints when something is odd',
    /lpuart1/,
    'hiv-3',
  ),
  failure(
    'python tools/tail.py /dev/ttyACM1',
    '[00:00:00.311] <inf> app: hivescale 2.1.0\n[00:00:08.190] <inf> app: joining as 70B3D57ED0061F40\n[00:00:18.902] <err> app: lorawan_join failed: -116',
    /DevNonce/,
    'hiv-4',
  ),
  prompt(
    'erased the whole flash of my bench node to start clean, now ttn wont let it in anymore\n\n[00:00:07.940] <inf> app: joining as 70B3D57ED0061F02\n[00:00:18.655] <err> app: lorawan_join failed: -116',
    /Reset used DevNonces/,
    'hiv-4',
  ),
  prompt('add air pressure from the bmp390 to the uplink, float, 4 bytes at the end', /11 bytes/, 'hiv-5', ['hiv-10']),
  prompt('humidity jumps in .5 steps in grafana. make it 16 bit', /11 bytes/, 'hiv-5'),
  prompt(
    'decoder.js has two branches for the format, can i throw out the v1 one and clean up',
    /not updated over the air/,
    'hiv-5',
  ),
  prompt('swapped the load cell in scale 3. what do i type to calibrate', /cal zero/, 'hiv-6', ['hiv-1']),
  prompt('got a swarm warning while i was doing an inspection on friday, shouldnt happen?', /accelerometer/, 'hiv-7'),
  prompt(
    'feature request from the forum: swarm notification should come immediatly, "ten minutes later they are over the hills". can we fire on the first drop',
    /next reading/,
    'hiv-7',
  ),
  prompt('guy with nucs asks for a lower swarm threshold, .8 kg or so. make that the default?', /1\.5 kg/, 'hiv-7'),
  prompt('how often does a scale send on sf12', /two hours/, 'hiv-10', ['hiv-3', 'hiv-5']),
  prompt('lets give people a setting for the send interval, 5 / 10 / 20 min', /fair use/, 'hiv-10', ['hiv-3']),
]

const silent = [
  silence('ok'),
  silence('looks good, commit'),
  silence('no the other file'),
  silence('hm wait. undo that last bit'),
  silence('ztest for the ring buffer in src/log/ring.c pls, wraparound and overflow'),
  silence("src/display.c:88:6: warning: unused variable 'ret' [-Wunused-variable]\n\nfix pls"),
  silence('e-paper keeps a ghost of the previous screen, do we need a full refresh every n updates'),
  silence('menu button bounces, sometimes it skips an entry'),
  silence('rename hive_ctx to app_ctx everywhere'),
  silence('github action that renders the case from openscad and puts the stl on the release'),
  silence('k_work or k_timer, whats the difference, short'),
  silence('readme: the section on calibration has two dead links'),
  silence('battery symbol on the display is empty at 3.6 v already, should be 3.2'),
  silence('translate docs/quickstart.md to polish'),
  silence('clang-format touched 40 files. revert all but the 3 i really changed'),
  silence('crc16 over the usb config frames, ccitt or modbus?'),
  silence(
    'i need a list of all settings with their type and default as a markdown table for the wiki, take it from the code, sort by name and leave out the ones that start with an underscore',
  ),
  silence('grafana: show the weight in pounds for the vermont people'),
  silentFailure(
    'python -m pytest tools',
    "E   ModuleNotFoundError: No module named 'matplotlib'\n=========================== short test summary info ============================\nERROR tools/test_plot.py",
  ),
  silentFailure(
    'git push',
    " ! [rejected]        main -> main (non-fast-forward)\nerror: failed to push some refs to 'github.com:oakhollow/hivescale.git'\nhint: Updates were rejected because the tip of your current branch is behind",
  ),
]

export const hivescalePrompts = { telling, silent }
