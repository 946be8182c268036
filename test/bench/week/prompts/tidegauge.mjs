import { failure, prompt, silence, silentFailure } from '../script.mjs'

/** The even ones are for development, the odd ones are set aside. */
const telling = [
  prompt('which time zone are the logger timestamps in?', /GMT-1/, 'tide-1'),
  prompt('write a parser for the new logger firmware, it has the same timestamp column', /GMT-1/, 'tide-1'),
  prompt('create an asset for the weather data of the DWD', /raw_/, 'tide-2', ['tide-8']),
  prompt('why did we choose Dagster?', /partition|backfill/, 'tide-2'),
  prompt('my notebook fails to open warehouse.duckdb', /warehouse-read|read_only/, 'tide-3', ['tide-7']),
  prompt('query the warehouse while the pipeline is running', /warehouse-read|read_only/, 'tide-3'),
  prompt('how many requests per hour does Pegelonline let us make?', /1,200/, 'tide-4'),
  prompt('add the Danish stations to the Pegelonline ingest', /15 stations|1,200|Retry-After/, 'tide-4'),
  prompt('remove outliers of more than three metres from all gauges', /datum_shift|zero point/, 'tide-5'),
  prompt(
    'the zero point of the gauge in Emden was lowered last month, where do I enter that?',
    /datum_shift/,
    'tide-5',
  ),
  prompt('aggregate the one-minute values by week as well', /polars|scan_parquet/, 'tide-6'),
  prompt('rewrite the monthly aggregation with pandas, the others know it better', /polars|2 GB/, 'tide-6'),
  prompt('would Prophet be good enough for the tide forecast?', /21\.4|utide/, 'tide-8'),
  prompt('the forecast was a metre too low during the storm', /surge|ICON/, 'tide-8'),
  prompt('partition the new lake table by day', /station and year/, 'tide-9'),
  prompt('when does the nightly run start?', /04:15/, 'tide-10'),
  failure(
    'uv run python notebooks/report.py',
    'duckdb.duckdb.IOException: IO Error: Could not set lock on file "/data/warehouse.duckdb": Conflicting lock is held in /usr/bin/python3.11 (PID 912)',
    /warehouse-read|read_only/,
    'tide-3',
    ['tide-7'],
  ),
  failure(
    'uv run python -m tidegauge.ingest.pegelonline --station EMDEN',
    'httpx.HTTPStatusError: Client error 429 Too Many Requests for url https://www.pegelonline.wsv.de/webservices/rest-api/v2/stations/EMDEN/W/measurements.json',
    /15 stations|1,200|Retry-After/,
    'tide-4',
  ),
  failure(
    'uv run pytest -n 4 tests/test_warehouse.py',
    'tests/test_warehouse.py::test_snapshot [gw1]\nTimeout: exit code 124',
    /loadfile/,
    'tide-7',
    ['tide-3'],
  ),
  failure(
    'uv sync --python 3.12',
    'error: Failed to build numba==0.58.1\n  RuntimeError: Cannot install on Python version 3.12.3; only versions >=3.8,<3.12 are supported.',
    /3\.11/,
    'tide-10',
  ),
]

const silent = [
  silence('keep going'),
  silence('yes please'),
  silence('how do others do that?'),
  silence('write it down'),
  silence('plot a histogram with matplotlib'),
  silence('add a command line option --verbose'),
  silence('what does yield from do in Python?'),
  silence('write a README section about contributing'),
  silence('which port does the staging database of the shop use?'),
  silence('how do coupons get rounded?'),
  silence('translate the labels of the dashboard into French'),
  silence('use dataclasses instead of dicts for the configuration'),
  silence('send an email when a new user registers'),
  silence('the tests should not print anything'),
  silence('is there a keyboard shortcut to run a notebook cell?'),
  silence('why is the docker build so slow on my laptop?'),
  silence('what should I eat for lunch?'),
  silence('add type hints to this module'),
  silentFailure('uv run ruff check .', 'tidegauge/plot.py:3:8: F401 `math` imported but unused\nFound 1 error.'),
  silentFailure('cat config/local.yaml', 'cat: config/local.yaml: No such file or directory'),
]

export const tidegaugePrompts = { telling, silent }
