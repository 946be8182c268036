import { failure, prompt, silence, silentFailure } from '../script.mjs'

const telling = [
  prompt(
    'A gentleman at the Todmorden desk says that he was charged for Good Friday and Easter Monday although nobody was there to take the book. He borrowed it in Hebden and returned it in Todmorden. Is that how it is supposed to work, and if so, why?',
    /branch that lent|branch_calendar|one that lent it/,
    'stk-1',
    ['stk-10'],
  ),
  prompt(
    'A mother has rung because there is £3.40 on the card of her son. He is fifteen, and the book was five weeks late. Before I tell her that it is right, could you check whether he should have been charged anything in the first place?',
    /under 18/,
    'stk-10',
    ['stk-1'],
  ),
  prompt(
    'Elland is getting two of the new kiosks next Monday, the same model as in Mytholmroyd. I would like to prepare the configuration today so that they just work when the fitter plugs them in. What do I have to put where?',
    /error-detection|AY and AZ|sequence number/,
    'stk-2',
  ),
  prompt(
    'Several of our regulars have asked for a page "My reading", with everything they ever took home from us, sorted by year. I think it would be a lovely thing for the app. Please sketch the endpoint and the query, and tell me how long it would take.',
    /14 days|Two weeks|no borrowing history/,
    'stk-4',
  ),
  prompt(
    'There is a silly spelling mistake in the comment at the top of V38, it says "recieved", and I am ashamed of it every time I open the file. Would you correct it and push that straight to main?',
    /checksums|not touched/,
    'stk-5',
  ),
  prompt(
    'A volunteer at Sowerby Bridge is cross: a reader there has waited for a novel since the 3rd, a copy was handed in right at her counter, and the system sent it to Hebden for somebody who had asked on the 1st. No, wait, it was the other way round with the second copy, that one she was allowed to keep. Do we have a bug there?',
    /three days/,
    'stk-6',
  ),
  prompt(
    'We have been given 1,200 records by a French bookseller in Leeds, and after a first try on the test system "Éluard" looks like a cat walked over the keyboard. Could you find out what we have to do before I import them for real?',
    /MARC-8|leader|AnselToUnicode/,
    'stk-7',
  ),
  prompt(
    'Could you write a job that goes through all memberships at six in the morning and sends a letter to those which run out within the month? It should be quite similar to what we do about books that are due.',
    /ShedLock|SchedulerLock|two instances/i,
    'stk-9',
  ),
  prompt(
    'The page "New this month" that I wrote at the weekend needs eleven seconds to open, with just two hundred titles on it. For each it shows in which branches there is a free copy. I have added an index on the date of acquisition but that has changed nothing at all. What am I doing wrong?',
    /TitleHit|queries/,
    'stk-3',
  ),
  failure(
    './mvnw verify -Pintegration',
    '[ERROR] uk.calder.stackroom.holds.HoldMatcherIT -- Time elapsed: 0.412 s <<< ERROR!\njava.lang.IllegalStateException: Could not find a valid Docker environment. Please see logs and check configuration\n\tat org.testcontainers.dockerclient.DockerClientProviderStrategy.lambda$getFirstValidStrategy$7(DockerClientProviderStrategy.java:277)\n[INFO] BUILD FAILURE',
    /DOCKER_HOST|colima/,
    'stk-8',
  ),
]

const silent = [
  silence('That reads well, thank you. Please go on with the second half in the same way.'),
  silence(
    'Could you design a membership card that people can print at home? Credit card size, with the name, the number and a barcode of it, and our logo in the corner. PDF would be best, and it should not need another service.',
  ),
  silence(
    'I keep mixing up @Mock, @MockBean and @Spy. Could you explain in a few sentences when I want which of them, ideally with a small example for a service that has one repository?',
  ),
  silence(
    'The council asks every department for an accessibility statement on its site. I have got their template as a Word file in docs/statement.docx. Please make a page of it in the style of the others and link it at the bottom.',
  ),
  silence(
    'Community groups would like to book the meeting room upstairs through our site rather than by telephone. Before we start, could you think about which entities we need, and who may confirm a booking? No code yet, only a page that I can show to my colleagues.',
  ),
  silence(
    'Our log files are plain text, and the people who run the new monitoring would like to have JSON, with a request id in each line. Please switch that for production only, I want to keep the readable ones when I develop.',
  ),
  silence(
    'Sonar complains about the cognitive complexity of AddressParser.parse, it says 31 where 15 is allowed. Would you take it apart without changing what it does? There are good tests for it.',
  ),
  silence(
    'We still use Lombok in about forty classes. As we are on Java 21 anyway I would like to see records for those that only carry values. Start with the package `events`, and let me look before you do the others.',
  ),
  silence(
    'I am writing a short talk for the librarians’ day in Halifax about how we work with an agent. Do you have an idea for a title which is neither boastful nor boring?',
  ),
  silentFailure(
    './mvnw spotless:check',
    "[ERROR] Failed to execute goal com.diffplug.spotless:spotless-maven-plugin:2.43.0:check (default-cli) on project stackroom: The following files had format violations:\n[ERROR]     src/main/java/uk/calder/stackroom/rooms/RoomController.java\n[ERROR] Run 'mvn spotless:apply' to fix these violations.",
  ),
]

export const stackroomPrompts = { telling, silent }
