import { asks, edits, fails, remembers, runs, says, session } from '../script.mjs'

/** An Android app in Kotlin for the volunteers of a food bank. */
export const crumbtrail = [
  session(
    'crumb-1',
    0,
    9,
    asks(
      'morning! so 3 volunteers say the app dies straight after the update, fresh installs are fine. pretty sure its my db change from friday',
    ),
    runs('git log --oneline -3', 'a41c9d0 allergens on parcels\n77be012 nicer empty state\n0c1d5fe release 2.3'),
    fails(
      './gradlew :app:connectedDebugAndroidTest --tests "*MigrationTest*"',
      'java.lang.IllegalStateException: A migration from 7 to 8 was required but not found. Please provide the necessary Migration path via RoomDatabase.Builder.addMigration(Migration ...) or allow for destructive migrations via one of the RoomDatabase.Builder.fallbackToDestructiveMigration* methods.',
    ),
    says(
      'You were right, it is Friday’s change. `ParcelEntity` got the column `allergens` and the schema went to version 8, but there is no migration, so Room throws on every phone that still has version 7.\n\nThe quick way out would be `fallbackToDestructiveMigration()`. I would not: deliveries ticked off without reception only exist on the phone until the next sync.',
    ),
    asks('god no, dont wipe anything. write the migration'),
    edits('app/src/main/java/org/crumbtrail/data/Migrations.kt'),
    edits('app/src/androidTest/java/org/crumbtrail/data/MigrationTest.kt'),
    runs('./gradlew :app:connectedDebugAndroidTest --tests "*MigrationTest*"', 'BUILD SUCCESSFUL in 1m 12s'),
    says(
      'The update no longer crashes:\n\n- `MIGRATION_7_8` in `Migrations.kt` adds `allergens` with an empty default\n- `MigrationTest` opens an exported version 7 database and checks that the rows survive\n\nDestructive migration stays off, because it would delete deliveries that have not been synced yet.',
    ),
  ),
  session(
    'crumb-2',
    0,
    20,
    asks('new macbook, cant even build'),
    fails(
      './gradlew assembleDebug',
      "FAILURE: Build failed with an exception.\n\n* What went wrong:\nCould not compile settings file '/Users/priya/crumbtrail/settings.gradle.kts'.\n> BUG! exception in phase 'semantic analysis' in source unit '_BuildScript_' Unsupported class file major version 65",
    ),
    runs('java -version', 'openjdk version "21.0.2" 2024-01-16'),
    says('Major version 65 is Java 21, which is what Homebrew installed. Our Gradle 8.2 cannot run on it.'),
    asks('cant we bump gradle instead'),
    says(
      'We could, but the Android plugin 8.1 that we use wants Gradle 8.0 to 8.2, so that would be a bigger upgrade. Installing JDK 17 is the small step.',
    ),
    runs('brew install --cask temurin@17 && ./gradlew assembleDebug', 'BUILD SUCCESSFUL in 3m 41s'),
    edits('build-logic/convention/build.gradle.kts'),
    edits('.github/workflows/build.yml'),
    says(
      'Builds again, with Temurin 17. I also put `jvmToolchain(17)` into the convention plugin and set CI to the same, so the next machine should not trip over this.',
    ),
  ),
  session(
    'crumb-3',
    1,
    10,
    asks(
      'maureen wants the saturday run split up automatically. at the moment she does it on paper. one volunteer should never have more than 12 stops',
    ),
    says('Should the split follow postcodes, or driving distance?'),
    asks('postcodes is fine they know their areas'),
    edits('app/src/main/java/org/crumbtrail/runs/SplitRun.kt'),
    runs('./gradlew :app:testDebugUnitTest --tests "*SplitRunTest*"', '9 tests completed'),
    remembers(
      'A delivery run has at most 12 stops per volunteer (Maureen); runs are split by postcode, not by driving distance.',
      'How many stops may one volunteer have?',
    ),
    says('`SplitRun` sorts the stops by postcode and starts a new run after 12 stops.'),
  ),
  session(
    'crumb-4',
    1,
    16,
    asks(
      'deliveries of a few people only show up at the office the next day when they open the app again. always the same phones i think',
    ),
    runs(
      'adb shell dumpsys jobscheduler | grep -A4 crumbtrail',
      'org.crumbtrail/androidx.work.impl.background.systemjob.SystemJobService\n  Unsatisfied constraints: BACKGROUND_NOT_RESTRICTED',
    ),
    says(
      'Those are Xiaomi and Huawei phones, am I right? Their battery savers put apps that are not on the screen into a restricted state, and then our periodic WorkManager job simply never gets a turn.',
    ),
    asks('yes!! all xiaomi and one old huawei. can we ask for that battery exemption thing'),
    says(
      'REQUEST_IGNORE_BATTERY_OPTIMIZATIONS is one of the permissions that Play reviews by hand, and a delivery list is not among the accepted uses. Better: do the upload while the app is still in front.',
    ),
    asks('ok go'),
    edits('app/src/main/java/org/crumbtrail/sync/SyncScheduler.kt'),
    edits('app/src/main/java/org/crumbtrail/runs/DeliverViewModel.kt'),
    says(
      'Ticking off a stop now starts an expedited one-time job right away; the periodic job every four hours is only the safety net. We do not ask for the battery exemption since Play would likely reject it. I could not try it on a real Xiaomi, so please have somebody check on Saturday.',
    ),
  ),
  session(
    'crumb-5',
    2,
    9,
    asks(
      'quick one, no changes pls. someone at the council asked what happens to the photos we take at the door, who can see those and for how long',
    ),
    runs('cat firebase/storage.rules', 'match /doorstep-photos/{run}/{photo} { allow read: if isCoordinator(); }'),
    runs('cat firebase/lifecycle.json', '{"rule":[{"action":{"type":"Delete"},"condition":{"age":30}}]}'),
    says(
      'The photos are uploaded to the bucket folder `doorstep-photos`. Only coordinators can read them, volunteers cannot even see their own after the upload. A lifecycle rule deletes each photo after 30 days. Location is stripped from the EXIF data on the phone before the upload.',
    ),
    asks('perfect ta'),
  ),
  session(
    'crumb-6',
    2,
    19,
    asks('play wont take the release'),
    fails(
      './gradlew publishReleaseBundle',
      'Execution failed for task \':app:publishReleaseBundle\'.\n> com.google.api.client.googleapis.json.GoogleJsonResponseException: 403 Forbidden\n  "message": "APK specifies a version code that has already been used."',
    ),
    runs('rg -n versionCode app/build.gradle.kts', '31:        versionCode = 214'),
    says('214 went out with last week’s hotfix, which was built from its own branch.'),
    asks('i forget this EVERY time. make it automatic'),
    edits('app/build.gradle.kts'),
    edits('.github/workflows/release.yml'),
    runs('gh workflow run release.yml && gh run watch', 'release  completed  success'),
    says(
      'Released. versionCode is now 1000 plus the run number of the release workflow, so nobody has to count; on your own machine it is always 1.',
    ),
  ),
  session(
    'crumb-7',
    3,
    11,
    asks('theres an ANR in the play console, 6 users, pixel 4a. any idea?'),
    runs('rg -n "runBlocking" app/src/main', ''),
    says(
      'The stack trace ends in `nativePollOnce`, which only says that the main thread was idle when the dump was taken. No runBlocking in the app either. I could look at the start-up with Perfetto if you have such a phone.',
    ),
    asks('nope dont have one. leave it, i have to pick up the kids'),
  ),
  session(
    'crumb-8',
    3,
    15,
    asks(
      'the run list needs the name of the client so they know who to ask for. BUT maureen is strict about this: never the surname on the phone, people in the flats talk. first name and house number, thats it',
    ),
    edits('app/src/main/java/org/crumbtrail/runs/StopRow.kt'),
    edits('app/src/main/java/org/crumbtrail/data/StopDto.kt'),
    remembers(
      'Volunteers never see the surname of a client: run list and notifications show the first name and the house number only (Maureen, privacy on the estates).',
      'Which details of a client may volunteers see?',
    ),
    says(
      'Each row shows e.g. "Agnes, no. 14". The surname is not in `StopDto` any more, so it does not reach the phone at all.',
    ),
  ),
  session(
    'crumb-9',
    4,
    10,
    asks('I need a map with the stops on it. google maps or something else? half the estates have no signal btw'),
    says(
      'Two realistic options:\n\n1. **Google Maps SDK** – looks familiar, but no offline areas for apps, and the key needs a billing account with a card.\n2. **MapLibre** with OpenStreetMap tiles – we can download a region beforehand; a bit more work.',
    ),
    asks('yeah the treasurer will never put a card on it lol. maplibre'),
    edits('app/src/main/java/org/crumbtrail/map/RunMap.kt'),
    edits('app/src/main/java/org/crumbtrail/map/OfflineRegion.kt'),
    fails(
      './gradlew assembleDebug',
      '> A failure occurred while executing com.android.build.gradle.internal.res.LinkApplicationAndroidResourcesTask\n   error: attribute maplibre_cameraZoom (aka org.crumbtrail:maplibre_cameraZoom) not found.',
    ),
    edits('app/src/main/res/layout/run_map.xml'),
    runs('./gradlew assembleDebug', 'BUILD SUCCESSFUL in 58s'),
    says(
      'The run has a map now. It uses MapLibre, and the tiles of the town (about 40 MB) are fetched over wifi when a volunteer first signs in, so it works without signal. Google Maps was out because of the billing account and because it has no offline regions.',
    ),
    asks('and the pins? can they have the number of the stop'),
    edits('app/src/main/java/org/crumbtrail/map/RunMap.kt'),
    says('Pins carry the number of the stop; delivered ones turn grey.'),
  ),
  session(
    'crumb-10',
    5,
    12,
    asks(
      'two things. 1) push comes twice for people who reinstalled. 2) the big van is sold, so from now its 9 stops max per person not 12',
    ),
    runs('rg -n "arrayUnion" functions/src', 'functions/src/tokens.ts:14: tokens: FieldValue.arrayUnion(token)'),
    says(
      'For the first: after a reinstall the phone gets a new FCM token, and `tokens.ts` only ever adds to the list. The old one stays valid for a while, hence two messages.',
    ),
    edits('functions/src/tokens.ts'),
    edits('app/src/main/java/org/crumbtrail/runs/SplitRun.kt'),
    runs('./gradlew :app:testDebugUnitTest --tests "*SplitRunTest*"', '9 tests completed'),
    remembers(
      'A delivery run has at most 9 stops per volunteer since the big van was sold (before: 12).',
      'How many stops may one volunteer have?',
    ),
    says(
      'Both done.\n\n- Tokens are stored by installation id now, so a new token replaces the old one of the same phone instead of joining it.\n- `SplitRun` starts a new run after 9 stops.',
    ),
  ),
]
