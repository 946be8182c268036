import { asks, edits, fails, remembers, runs, says, session } from '../script.mjs'

/** A command line tool in Rust with which photographers sort, rename and rate what is on their cards. */
export const sprocket = [
  session(
    'spr-1',
    0,
    11,
    asks('#88. rename eats files. look'),
    runs('gh issue view 88', 'rename --pattern "{date}_{time}" lost 14 of 60 frames. Camera is an R5 at 12 fps.'),
    runs('sed -n 40,90p src/rename.rs', 'fs::rename(&shot.path, dir.join(pattern.render(&shot)))?;'),
    says(
      'At 12 frames a second several shots share the same second, so they render to the same name, and `fs::rename` on Unix silently replaces what is there.',
    ),
    asks('append part of a hash?'),
    says(
      'It would be unique, but the order within a burst is gone from the name, and people read these names. The camera writes SubSecTimeOriginal; I suggest that, and a counter where it is missing.',
    ),
    asks('yes'),
    edits('src/rename.rs'),
    edits('tests/rename.rs'),
    runs('cargo test --test rename', 'test result: ok. 17 passed; 0 failed'),
    says(
      'Fixes #88. Shots of one second get the digits of SubSecTimeOriginal; where a camera has none, `_02`, `_03` in the order of the file numbers. A target that exists is now an error and never replaced. No hash suffix: it would hide the order of a burst.',
    ),
  ),
  session(
    'spr-2',
    0,
    21,
    asks('canon raw'),
    fails(
      'cargo run -q -- info samples/IMG_0042.CR3',
      'Error: samples/IMG_0042.CR3\n\nCaused by:\n    exif: Unknown image format',
    ),
    says(
      'CR3 is no TIFF any more, unlike CR2: it is an ISO base media file with the metadata in the boxes CMT1 to CMT4. kamadak-exif does not look in there.',
    ),
    runs('cargo add nom-exif', 'Adding nom-exif v1.2.6 to dependencies'),
    edits('src/meta/read.rs'),
    fails(
      'cargo test --test formats',
      'thread \'cr3_lens\' panicked at tests/formats.rs:61:5:\nassertion failed: `(left == right)`\n  left: None\n right: Some("RF24-70mm F2.8 L IS USM")',
    ),
    says('The lens is in CMT2, which nom-exif reads only if asked for the sub-IFD.'),
    edits('src/meta/read.rs'),
    runs('cargo test --test formats', 'test result: ok. 23 passed; 0 failed'),
    says(
      'CR3 works, with lens and rating. `read.rs` looks at the first twelve bytes: ftyp "crx " goes to nom-exif, all else to kamadak-exif as before. I kept the latter since it knows far more maker notes of Nikon and Fuji.',
    ),
  ),
  session(
    'spr-3',
    1,
    9,
    asks('release build for windows broken'),
    fails(
      'cross build --release --target x86_64-pc-windows-gnu',
      "error: linking with `x86_64-w64-mingw32-gcc` failed: exit status: 1\n  = note: libmozjpeg_sys.rlib(jsimd_x86_64.o): undefined reference to `jsimd_huff_encode_one_block_sse2'\n          collect2: error: ld returned 1 exit status",
    ),
    says(
      'mozjpeg-sys builds its assembly for ELF when it is crossed to mingw. Without SIMD it links, but thumbnails take four times as long.',
    ),
    asks('pure rust alternative?'),
    says('zune-jpeg for decoding and jpeg-encoder for the thumbnails. Files are about 8 % larger at the same quality.'),
    asks('thumbnails. nobody cares. do it'),
    edits('Cargo.toml'),
    edits('src/thumbs.rs'),
    runs('cross build --release --target x86_64-pc-windows-gnu', 'Finished release [optimized] target(s) in 2m 08s'),
    says(
      'All four targets build again. mozjpeg is out, since its assembly does not link under mingw; thumbnails are decoded by zune-jpeg and written by jpeg-encoder. There is no C left in the tree.',
    ),
  ),
  session(
    'spr-4',
    1,
    22,
    asks('which rating wins if xmp sidecar and embedded differ? i forgot'),
    runs('rg -n "fn rating" -A12 src/meta/merge.rs', 'sidecar.rating.or(embedded.rating)'),
    says(
      'The sidecar wins. Lightroom and darktable write stars of raw files to the .xmp beside it and leave the embedded value as the camera set it, so the embedded one is usually stale. For JPEG there is no sidecar as a rule, and the embedded one is taken.',
    ),
    asks('k'),
  ),
  session(
    'spr-5',
    2,
    10,
    asks('import of 4000 raws from the nas takes 6 min, local ssd 20 s. profile it'),
    runs(
      'perf stat -e context-switches target/release/sprocket import /mnt/nas/2025 --dry-run',
      '1,204,118 context-switches\n361.2 seconds time elapsed',
    ),
    says(
      'Sixteen rayon threads, each reading 64 kB here and there in its own file. Over SMB every seek is a round trip, and the disks of the NAS jump between sixteen files.',
    ),
    runs(
      'for j in 1 2 4 8 16; do time sprocket import /mnt/nas/2025 --dry-run --jobs $j; done',
      '1: 214 s\n2: 131 s\n4: 98 s\n8: 170 s\n16: 361 s',
    ),
    edits('src/import/pool.rs'),
    says(
      'Network mounts (smb, nfs, afp, by statfs) now get 4 threads unless --jobs says otherwise: 98 seconds rather than 361. More makes it slower again. Local disks stay at one thread per core.',
    ),
  ),
  session(
    'spr-6',
    2,
    20,
    asks('msrv is 1.70. debian people package us. put it in Cargo.toml and ci'),
    edits('Cargo.toml'),
    edits('.github/workflows/ci.yml'),
    runs('cargo +1.70 check --locked', 'Finished dev [unoptimized + debuginfo] target(s) in 41.3s'),
    remembers(
      'The minimum supported Rust version of sprocket is 1.70, because it is packaged for Debian; CI checks it.',
      'What is the MSRV?',
    ),
    says('`rust-version = "1.70"` is set, and CI has a job msrv that checks with the lockfile.'),
  ),
  session(
    'spr-7',
    3,
    19,
    asks('fuji thumbs have a magenta cast, x-t5 only'),
    runs('cargo run -q -- thumb samples/DSCF1190.RAF -o /tmp/t.jpg', ''),
    says(
      'Might be the white balance coefficients, or the black level for the compressed variant. The embedded preview looks right, ours does not. I would need an uncompressed RAF of the same scene to tell the two apart.',
    ),
    asks('asked in the forum. later'),
  ),
  session(
    'spr-8',
    4,
    8,
    asks(
      'BAD one. #93: `rate --embed` damaged NEFs, Nikon software refuses them. pull the feature, yank 0.9.2. and write this down: we never write into a raw file. never. only sidecars.',
    ),
    runs('rg -n "embed" src', 'src/rate.rs:18: #[arg(long)] embed: bool\nsrc/meta/write.rs:7: pub fn write_embedded('),
    says(
      'write_embedded rewrites the first IFD at another offset; Nikon’s maker notes hold absolute offsets, which then point into nowhere.',
    ),
    edits('src/rate.rs'),
    edits('src/meta/write.rs'),
    edits('CHANGELOG.md'),
    runs('cargo yank --version 0.9.2', 'Yank sprocket@0.9.2'),
    remembers(
      'sprocket never writes into a raw file: ratings and keywords go to XMP sidecars only (after #93, where --embed damaged NEF maker notes).',
      'May we write into raw files?',
    ),
    says(
      '`--embed` and `write_embedded` are removed and 0.9.2 is yanked. Raw files are opened read-only everywhere now. The damaged NEFs can be repaired: the original IFD is still in the file, I put the steps into #93.',
    ),
  ),
  session(
    'spr-9',
    4,
    21,
    asks('user in kyoto: shots before 9 am sorted into the previous day'),
    fails(
      'TZ=Europe/Berlin cargo test --test sort',
      '---- sort::kyoto_morning stdout ----\nassertion failed: `(left == right)`\n  left: "2025-11-02"\n right: "2025-11-03"',
    ),
    says(
      'sort.rs takes DateTimeOriginal as local time, turns it into UTC with the zone of the computer and names the folder after that. EXIF time is the wall clock of the camera; it should not be converted at all for a folder name.',
    ),
    edits('src/sort.rs'),
    runs(
      'for z in UTC Europe/Berlin Asia/Tokyo; do TZ=$z cargo test --test sort; done',
      'test result: ok. 12 passed\ntest result: ok. 12 passed\ntest result: ok. 12 passed',
    ),
    says(
      'Folders are named by the camera’s own wall clock. Only where two cameras are merged do we need an instant, and that takes OffsetTimeOriginal, else --tz, and never the zone of the computer. Tests run in three zones.',
    ),
  ),
  session(
    'spr-10',
    6,
    10,
    asks('dependabot pr for clap red'),
    fails(
      'cargo +1.70 check --locked',
      'error: package `clap v4.5.4` cannot be built because it requires rustc 1.74 or newer, while the currently active rustc version is 1.70.0',
    ),
    says('Either clap stays at 4.4, or the MSRV goes up.'),
    asks('debian testing has 1.78 by now. go 1.74'),
    edits('Cargo.toml'),
    edits('.github/workflows/ci.yml'),
    edits('README.md'),
    runs('cargo +1.74 check --locked', 'Finished dev [unoptimized + debuginfo] target(s) in 38.9s'),
    says(
      'The MSRV is 1.74 now instead of 1.70, for clap 4.5; Debian testing has 1.78. Cargo.toml, CI and the README say so.',
    ),
  ),
]
