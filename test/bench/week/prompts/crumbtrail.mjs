import { failure, prompt, silence, silentFailure } from '../script.mjs'

const telling = [
  prompt('how many drops can one person get on a saturday?', /9 stops/, 'crumb-10', ['crumb-3']),
  prompt(
    'im adding a table for the fridge temperatures so the db goes up a version. ok if room just starts from scratch on old phones?',
    /synced|MIGRATION_7_8/,
    'crumb-1',
  ),
  prompt('put a label on the parcel screen with who its for, full name pls', /surname/, 'crumb-8'),
  prompt(
    'terry ticked off all his stops on saturday but the office saw nothing till sunday evening. redmi phone',
    /expedited|battery/i,
    'crumb-4',
  ),
  prompt('someone wants to know if we still have the doorstep photo from 10 march', /30 days/, 'crumb-5'),
  prompt('the map looks a bit rubbish, can we use google maps', /billing|offline/, 'crumb-9'),
  prompt('do i have to bump versionCode before i release?', /run number/, 'crumb-6'),
  prompt('got a new phone, now every notification comes in double', /token/i, 'crumb-10'),
  failure(
    './gradlew :benchmark:assemble',
    "* What went wrong:\nCould not compile build file '/Users/sam/crumbtrail/benchmark/build.gradle.kts'.\n> BUG! exception in phase 'semantic analysis' in source unit '_BuildScript_' Unsupported class file major version 66",
    /\b17\b/,
    'crumb-2',
  ),
  failure(
    './gradlew :app:connectedDebugAndroidTest',
    'org.crumbtrail.data.FridgeDaoTest > insertAndRead FAILED\n\tjava.lang.IllegalStateException: A migration from 8 to 9 was required but not found. Please provide the necessary Migration path',
    /synced|MIGRATION_7_8/,
    'crumb-1',
  ),
]

const silent = [
  silence('continue'),
  silence('yep looks good, next one'),
  silence('volunteers should be able to set the app to welsh'),
  silence('the button to confirm a delivery is too low on small screens, move it up a bit'),
  silence('write a compose preview for the login screen'),
  silence('can a coordinator export the list of volunteers as csv? if not add it'),
  silence('whats the difference between StateFlow and SharedFlow again'),
  silence('which rust version do we need at least?'),
  silence('right im off, have a nice weekend'),
  silentFailure(
    './gradlew :app:compileDebugKotlin',
    'e: file:///Users/priya/crumbtrail/app/src/main/java/org/crumbtrail/shifts/ShiftCard.kt:41:23 Unresolved reference: rememberSaveable',
  ),
]

export const crumbtrailPrompts = { telling, silent }
