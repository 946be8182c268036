import { failure, prompt, silence, silentFailure } from '../script.mjs'

const telling = [
  prompt('msrv?', /1\.74/, 'spr-10', ['spr-6']),
  prompt('two frames of a series get the same file name, which one survives', /SubSec|never replaced/, 'spr-1'),
  prompt(
    'feature request: put the stars straight into the ARW so people dont need the xmp. how hard',
    /never|sidecar/i,
    'spr-8',
    ['spr-4'],
  ),
  prompt('lightroom shows 4 stars, we show 2. same raw', /sidecar/i, 'spr-4', ['spr-8']),
  prompt('importing from my synology crawls. 32 threads?', /4 threads/, 'spr-5'),
  prompt('photos from tokyo end up a day off', /wall clock|OffsetTimeOriginal/, 'spr-9'),
  prompt('can we get mozjpeg back, smaller previews', /mingw/, 'spr-3'),
  prompt('add heic. which of the two exif crates reads it', /nom-exif/, 'spr-2'),
  failure(
    'cargo run -q -- info ~/cards/_R5A7710.CR3',
    'Error: /home/mk/cards/_R5A7710.CR3\n\nCaused by:\n    exif: Unknown image format',
    /nom-exif/,
    'spr-2',
  ),
  failure(
    'cargo +1.70 install --path .',
    'error: package `clap_builder v4.5.2` cannot be built because it requires rustc 1.74 or newer, while the currently active rustc version is 1.70.0',
    /1\.74/,
    'spr-10',
    ['spr-6'],
  ),
]

const silent = [
  silence('go on'),
  silence('nah, other way round'),
  silence('subcommand that prints the focal lengths i use most, as a histogram'),
  silence('shell completions for fish'),
  silence('Arc<Mutex<T>> or a channel here?'),
  silence('man page. generate from clap'),
  silence('group shots into panoramas by overlap, is there a crate'),
  silence('how many stops can a volunteer have on one run'),
  silence('what lens would you take to iceland'),
  silentFailure(
    'cargo clippy -- -D warnings',
    'error: this `if` has identical blocks\n  --> src/export/zip.rs:77:9\n   = note: `-D clippy::if-same-then-else` implied by `-D warnings`',
  ),
]

export const sprocketPrompts = { telling, silent }
