import { asks, edits, fails, remembers, runs, says, session } from '../script.mjs'

/** A pipeline of water levels in Python. */
export const tidegauge = [
  session(
    'tide-1',
    0,
    10,
    asks('Every spring one hour of readings is missing, and in autumn one is doubled. Find the reason.'),
    runs('uv run python -m tidegauge.inspect --station Husum --from 2025-03-29', '02:00 – 03:00 missing'),
    says(
      'The loggers write local time without daylight saving, which is UTC+1 all year. We parse it as Europe/Berlin, so that the hour of the change does not exist.',
    ),
    edits('tidegauge/ingest/parse_logger.py'),
    runs('uv run pytest tests/test_parse_logger.py', '14 passed'),
    says(
      'Fixed: the timestamps of the loggers are read with the fixed offset Etc/GMT-1 and converted to UTC at once. The gap was caused by parsing them as Europe/Berlin.',
    ),
  ),
  session(
    'tide-2',
    0,
    15,
    asks('We want to leave Airflow. Dagster or Prefect?'),
    says(
      'For you the backfills matter most: Dagster has partitions as part of an asset, so that one station and one year can be computed again. In Prefect we would have to build that.',
    ),
    asks('Dagster then. Assets of raw data get the prefix raw_, please.'),
    edits('tidegauge/assets/__init__.py'),
    says(
      'We go with Dagster because of its partitions and backfills; Prefect was rejected. Assets of raw data are named raw_<source>, for example raw_pegelonline.',
    ),
  ),
  session(
    'tide-3',
    1,
    9,
    asks('the notebook cannot open the warehouse while the pipeline runs'),
    fails(
      'uv run python -c "import duckdb; duckdb.connect(\'warehouse.duckdb\')"',
      'duckdb.duckdb.IOException: IO Error: Could not set lock on file "/data/warehouse.duckdb": Conflicting lock is held in /usr/bin/python3.11 (PID 4711)',
    ),
    says('DuckDB allows one writing process, or any number of readers, but not both at a time.'),
    edits('tidegauge/warehouse.py'),
    runs('uv run python -m tidegauge.warehouse --snapshot', 'wrote /data/warehouse-read.duckdb'),
    says(
      'Solved by a snapshot: the pipeline copies the file to warehouse-read.duckdb at its end, and notebooks open that with read_only=True. Opening the live file read-only does not help while a writer holds the lock.',
    ),
  ),
  session(
    'tide-4',
    1,
    14,
    asks('Pegelonline refuses us since this morning'),
    fails(
      'uv run python -m tidegauge.ingest.pegelonline --all',
      'httpx.HTTPStatusError: Client error 429 Too Many Requests for url https://www.pegelonline.wsv.de/webservices/rest-api/v2/stations/HUSUM/W/measurements.json',
    ),
    says('We send one request for each of 640 stations every quarter of an hour, which is 2,560 an hour.'),
    edits('tidegauge/ingest/pegelonline.py'),
    runs('uv run python -m tidegauge.ingest.pegelonline --all', '640 stations in 43 requests'),
    remembers(
      'Pegelonline allows about 1,200 requests an hour; we ask for 15 stations in one request and wait for Retry-After on a 429.',
      'What is the rate limit of Pegelonline?',
      'How many stations are asked for in one request?',
    ),
    says('The ingest now batches 15 stations per request and honours Retry-After.'),
  ),
  session(
    'tide-5',
    2,
    10,
    asks('the level of Cuxhaven jumps by exactly five metres in 2019, is that an outlier we should drop?'),
    says(
      'It is no outlier: the zero point of the gauge was moved by 5.00 m on 1 November 2019, and the agency did not correct the old values.',
    ),
    asks('do not drop it then. How do others do that?'),
    edits('tidegauge/clean/datum.py'),
    edits('data/datum_shift.csv'),
    says(
      'Shifts of the zero point are now listed in data/datum_shift.csv (station, date, metres) and are added before cleaning, instead of dropping the values. Cuxhaven has 5.00 m from 1 November 2019.',
    ),
  ),
  session(
    'tide-6',
    2,
    16,
    asks('the monthly aggregation is killed on the small machine'),
    fails('uv run python -m tidegauge.aggregate --month 2025-10', 'Killed\nexit code 137'),
    says('It loads the whole month of one-minute values into pandas, 31 GB.'),
    edits('tidegauge/aggregate.py'),
    runs('/usr/bin/time -v uv run python -m tidegauge.aggregate --month 2025-10', 'Maximum resident set size: 1.9 GB'),
    says(
      'The aggregation uses polars with scan_parquet and the streaming engine now and stays below 2 GB. The cause was that pandas read all columns of the month at once.',
    ),
  ),
  session(
    'tide-7',
    3,
    9,
    asks('pytest -n 8 hangs at 97 %, without -n it is fine'),
    fails('timeout 300 uv run pytest -n 8', 'tests/test_warehouse.py::test_snapshot  [gw3] \nTimeout: exit code 124'),
    says('Two workers open the same DuckDB file from the session fixture and wait for each other.'),
    edits('pyproject.toml'),
    runs('uv run pytest -n 8', '212 passed in 61 s'),
    says(
      'pytest runs with --dist loadfile now, so that all tests of one file share a worker, and the fixture puts the worker id into the name of its database. The hang was caused by two workers waiting for one lock.',
    ),
  ),
  session(
    'tide-8',
    3,
    14,
    asks('Which model do we take for the forecast of the tide? Try Prophet against harmonic analysis.'),
    runs('uv run python experiments/compare.py', 'utide 62 constituents RMSE 7.9 cm; prophet RMSE 21.4 cm'),
    says(
      'Harmonic analysis wins clearly: utide with 62 constituents has an RMSE of 7.9 cm, Prophet 21.4 cm, since it knows nothing of the moon.',
    ),
    asks('ok, utide. And the wind?'),
    says(
      'Wind surge is added as a correction from the ICON model of the DWD; without it storms are up to 1.2 m too low. We chose utide over Prophet for the tide itself.',
    ),
    edits('tidegauge/forecast/harmonic.py'),
  ),
  session(
    'tide-9',
    4,
    11,
    asks('the bill for S3 tripled. Why?'),
    runs('aws s3 ls --recursive s3://tidegauge-lake | wc -l', '2316480'),
    says(
      'There are 2.3 million small files: we partition Parquet by station and day, and each run lists all of them. The requests cost more than the storage.',
    ),
    edits('tidegauge/lake/layout.py'),
    runs('uv run python -m tidegauge.lake.compact', '2316480 files → 6420'),
    remembers(
      'Parquet in the lake is partitioned by station and year, never by day: millions of small files tripled the S3 bill in requests.',
      'How is the Parquet data partitioned?',
    ),
    says('The lake is compacted to 6,420 files, partitioned by station and year.'),
  ),
  session(
    'tide-10',
    5,
    10,
    asks('The nightly run at 02:30 often has no data for the last day'),
    says('The agency publishes checked values at about 04:00, so that the run comes too early.'),
    asks('move it to 04:15. And write down that we stay on Python 3.11, numba breaks utide on 3.12'),
    edits('tidegauge/schedules.py'),
    says(
      'The nightly run starts at 04:15 now instead of 02:30, because the agency publishes at 04:00. Python stays at 3.11: numba does not work with utide on 3.12.',
    ),
  ),
]
