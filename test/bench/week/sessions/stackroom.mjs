import { asks, edits, fails, remembers, runs, says, session } from '../script.mjs'

/** The lending system of the public libraries of a valley, in Java with Spring Boot. */
export const stackroom = [
  session(
    'stk-1',
    0,
    9,
    asks(
      'Morning. The front desk at Hebden tells me that people who brought books back on the Tuesday after the bank holiday were fined for the Sunday and the Monday as well, when the door was locked. Could you find out how the days are counted and make it fair? There is a table with the closing days of each branch, I think we never used it for this.',
    ),
    runs(
      'rg -n "DAYS.between" src/main/java',
      'src/main/java/uk/calder/stackroom/fines/FineCalculator.java:48: long days = ChronoUnit.DAYS.between(loan.dueOn(), returnedOn);',
    ),
    says(
      'It counts plain calendar days. `branch_calendar` has the closing days; the question is which branch counts, the one that lent the book or the one where it comes back.',
    ),
    asks(
      'The one that lent it please, that is what is printed on the receipt. And the maximum stays at £6 for an item.',
    ),
    edits('src/main/java/uk/calder/stackroom/fines/FineCalculator.java'),
    edits('src/test/java/uk/calder/stackroom/fines/FineCalculatorTest.java'),
    runs('./mvnw -q test -Dtest=FineCalculatorTest', 'Tests run: 22, Failures: 0, Errors: 0, Skipped: 0'),
    says(
      'Fines are counted by the opening days of the branch that lent the item, from `branch_calendar`; days on which it was closed cost nothing. 20p a day and at most £6 for an item, as before. Wrong fines of the bank holiday are listed in a report, nothing was refunded by itself.',
    ),
  ),
  session(
    'stk-2',
    0,
    14,
    asks(
      'The new self-service kiosk at Mytholmroyd shows "out of order" as soon as it connects, whereas the two old ones work with the same settings. I have put the log of the SIP2 port into /tmp/sip.log, would you have a look at what it sends?',
    ),
    runs(
      'tail -4 /tmp/sip.log',
      '> 9300CNkiosk3|COsecret|CPMYT|\n< WARN SipCodec - message rejected: missing AY sequence number and AZ checksum\n< 96\n> 9300CNkiosk3|COsecret|CPMYT|',
    ),
    says(
      'The new one sends no sequence number and no checksum (fields AY and AZ). The protocol allows that, error detection is optional, but our codec insists on it and answers 96, please resend, for ever.',
    ),
    asks(
      'Can we be lenient with this one only? I would rather keep the checksums for the old ones, their cable is terrible.',
    ),
    edits('src/main/java/uk/calder/stackroom/sip/SipCodec.java'),
    edits('src/main/resources/application.yml'),
    runs('./mvnw -q test -Dtest="Sip*"', 'Tests run: 37, Failures: 0, Errors: 0, Skipped: 0'),
    says(
      'A terminal can be set to work without error detection: `sip.terminals.kiosk3.error-detection: false`. It is on for everyone else. The kiosks of the new series leave out AY and AZ by default, so each of them needs that line.',
    ),
  ),
  session(
    'stk-3',
    1,
    10,
    asks(
      'Searching the catalogue for something common such as "Harry Potter" takes eight seconds, and the children leave before it is there. It was fine last year. I suspect the database is too small but I would like to know before I ask the council for money.',
    ),
    runs('./mvnw -q test -Dtest=CatalogueSearchIT -Dspring.jpa.show-sql=true | grep -c "from holding"', '1184'),
    says(
      'It is not the database: one search sends 1,184 queries, one per copy, since every result asks for its holdings and every holding for its branch. An index would not help, and neither would a bigger machine.',
    ),
    edits('src/main/java/uk/calder/stackroom/catalogue/TitleRepository.java'),
    edits('src/main/java/uk/calder/stackroom/catalogue/TitleHit.java'),
    runs(
      './mvnw -q test -Dtest=CatalogueSearchIT',
      'Tests run: 9, Failures: 0, Errors: 0, Skipped: 0\n2 queries, 140 ms',
    ),
    says(
      'Search takes 140 ms now with two queries instead of 1,184. It reads the projection `TitleHit` rather than entities, and the number of free copies per branch comes with one grouped query. Whoever shows lists of titles should use `TitleHit`; the entity `Title` with its lazy holdings is for the page of a single one.',
    ),
  ),
  session(
    'stk-4',
    1,
    15,
    asks(
      'We had a letter from a reader who wants to know what we store about what she has read. I talked it through with the data protection officer: we do not want to know what anybody has borrowed in the past. Two weeks after an item is back, the link between the loan and the person has to go, for good, for everybody. Two weeks because the desk may find damage. The loan itself may stay for statistics. Please build that and remember it, because somebody will ask for reading lists sooner or later.',
    ),
    edits('src/main/java/uk/calder/stackroom/loans/LoanAnonymiser.java'),
    edits('src/main/resources/db/migration/V41__loan_borrower_nullable.sql'),
    runs('./mvnw -q test -Dtest="Loan*"', 'Tests run: 58, Failures: 0, Errors: 0, Skipped: 0'),
    remembers(
      'stackroom keeps no borrowing history of persons: 14 days after an item is returned the borrower is removed from the loan, for everybody and without opting out (decision with the data protection officer).',
      'Can we show readers what they borrowed earlier?',
    ),
    says(
      '`LoanAnonymiser` sets the borrower of a loan to null 14 days after its return, each night at half past two. Loans as such stay for the statistics.',
    ),
  ),
  session(
    'stk-5',
    2,
    11,
    asks(
      'The deployment this morning failed and the old version is still running. Could you see why? I only merged the two small pull requests of Friday.',
    ),
    fails(
      'java -jar target/stackroom.jar --spring.profiles.active=prod',
      'org.flywaydb.core.api.exception.FlywayValidateException: Validate failed: Migrations have failed validation\nMigration checksum mismatch for migration version 41\n-> Applied to database : 1872630418\n-> Resolved locally    : -934412207\nEither revert the changes to the migration, or run repair to update the schema history.',
    ),
    runs(
      'git log --oneline -3 -- src/main/resources/db/migration/V41__loan_borrower_nullable.sql',
      'b41f0c2 Index on returned_on\n77ad9e0 Anonymise loans',
    ),
    says(
      'One of the two added an index to V41, which was already applied on Thursday. `repair` would silence it, but then production would lack the index while everybody’s history says it has it.',
    ),
    asks('I see. Put it right then, please.'),
    runs('git checkout 77ad9e0 -- src/main/resources/db/migration/V41__loan_borrower_nullable.sql'),
    edits('src/main/resources/db/migration/V42__loan_returned_on_index.sql'),
    runs(
      'java -jar target/stackroom.jar --spring.profiles.active=prod',
      'Successfully applied 1 migration to schema "public", now at version v42\nStarted StackroomApplication in 6.1 seconds',
    ),
    says(
      'It is deployed. V41 is as it was applied, and the index has become V42. A migration that has run anywhere is not touched any more, not even its comments, as Flyway compares checksums of the whole file; a change is always a new file. I did not use repair.',
    ),
  ),
  session(
    'stk-6',
    3,
    9,
    asks(
      'I have to explain to the volunteers which reader gets a reserved book when it comes back, and I find that I do not know it myself. Is it simply whoever asked first? You need not change anything.',
    ),
    runs(
      'sed -n 20,75p src/main/java/uk/calder/stackroom/holds/HoldMatcher.java',
      '// van runs Tue and Fri\nif (oldestHere != null && oldestHere.placedOn().minusDays(3).isBefore(oldest.placedOn())) return oldestHere;\nreturn oldest;',
    ),
    says(
      'Nearly. Whoever asked first gets it, except when somebody who wants to collect it at the very branch where it came back asked no more than three days later: then that reader comes first, which saves a ride of the van. More than three days, and it goes to the one who asked first, wherever that is.',
    ),
    asks('That is sensible, and I can explain it. Thank you.'),
  ),
  session(
    'stk-7',
    3,
    16,
    asks(
      'The records that we get from the British Library have lost their accents since the import of Monday, "Brontë" has become "Bront©ee" or something of the kind. The ones from our other supplier are perfect though they go through the same import.',
    ),
    runs(
      'head -c 24 samples/bl-20251103.mrc; echo; head -c 24 samples/askews.mrc',
      '01142cam  2200301 a 4500\n00986cam a2200265 a 4500',
    ),
    says(
      'Position 9 of the leader tells the encoding: "a" is Unicode, and blank is MARC-8, an older one in which the accent stands before its letter. Our import reads everything as UTF-8. The ones from Askews say "a", the others are blank.',
    ),
    edits('src/main/java/uk/calder/stackroom/marc/MarcImport.java'),
    edits('src/test/java/uk/calder/stackroom/marc/MarcImportTest.java'),
    runs('./mvnw -q test -Dtest=MarcImportTest', 'Tests run: 18, Failures: 0, Errors: 0, Skipped: 0'),
    runs('java -jar target/stackroom.jar import --replace samples/bl-20251103.mrc', '412 records, 412 replaced'),
    says(
      'The import looks at position 9 of the leader of each record and converts MARC-8 with AnselToUnicode of marc4j where it is blank. The 412 records of Monday are imported afresh with `import --replace`, which matches by control number, so holdings and holds on them stayed.',
    ),
  ),
  session(
    'stk-8',
    4,
    10,
    asks(
      'I have a new laptop, a Mac, with colima instead of Docker Desktop because of the licence. None of the integration tests start any more. Would you help me to set it up?',
    ),
    fails(
      './mvnw verify',
      'java.lang.IllegalStateException: Could not find a valid Docker environment. Please see logs and check configuration\n  at org.testcontainers.dockerclient.DockerClientProviderStrategy.lambda$getFirstValidStrategy',
    ),
    runs(
      'docker context ls',
      'colima *  unix:///Users/rowan/.colima/default/docker.sock\ndefault   unix:///var/run/docker.sock',
    ),
    says('Testcontainers looks for /var/run/docker.sock and does not read the docker context. It needs to be told.'),
    edits('README.md'),
    runs(
      'export DOCKER_HOST=unix://$HOME/.colima/default/docker.sock TESTCONTAINERS_DOCKER_SOCKET_OVERRIDE=/var/run/docker.sock && ./mvnw verify',
      'Tests run: 341, Failures: 0, Errors: 0, Skipped: 2\nBUILD SUCCESS',
    ),
    says(
      'With colima two variables are needed: DOCKER_HOST=unix://$HOME/.colima/default/docker.sock, and TESTCONTAINERS_DOCKER_SOCKET_OVERRIDE=/var/run/docker.sock for Ryuk, which sees the socket from within the VM. Put both into ~/.zshrc; the README has them now.',
    ),
  ),
  session(
    'stk-9',
    5,
    11,
    asks(
      'Since we moved to the new host every reader gets the reminder that a book is due twice, within the same second. Some have complained that we are nagging. I have not touched the mail code for months, so I do not see where it comes from.',
    ),
    runs('kubectl get pods -l app=stackroom', 'stackroom-6c9f-2xkql 1/1 Running\nstackroom-6c9f-w8d7t 1/1 Running'),
    says(
      'The new host runs two instances, and each has its own timer: `@Scheduled` knows nothing of the other one. Reminders are sent by both at seven. The nightly anonymising runs twice as well, which does no harm.',
    ),
    asks('Two instances are meant to be, so that we can update during the day. Please solve it in the program.'),
    edits('pom.xml'),
    edits('src/main/java/uk/calder/stackroom/SchedulingConfig.java'),
    edits('src/main/java/uk/calder/stackroom/mail/DueReminderJob.java'),
    edits('src/main/resources/db/migration/V43__shedlock.sql'),
    runs('./mvnw -q verify', 'Tests run: 344, Failures: 0, Errors: 0, Skipped: 2'),
    says(
      'Reminders go out once: `DueReminderJob` takes a ShedLock, which lives in the table `shedlock`. There are two instances or more, so every `@Scheduled` method that must not run twice needs `@SchedulerLock` as well.',
    ),
  ),
  session(
    'stk-10',
    6,
    10,
    asks(
      'The council has decided about the fines and it is in force from today. Nobody under 18 pays any, whatever they borrow, and what they still owe is cancelled. For adults the maximum for an item goes up to £8, while the 20p a day stay. Would you change that, please, and tell me what you did so that I can pass it on?',
    ),
    edits('src/main/java/uk/calder/stackroom/fines/FineCalculator.java'),
    edits('src/main/resources/db/migration/V44__cancel_fines_of_minors.sql'),
    edits('src/test/java/uk/calder/stackroom/fines/FineCalculatorTest.java'),
    runs('./mvnw -q verify', 'Tests run: 351, Failures: 0, Errors: 0, Skipped: 2'),
    says(
      'Readers who are under 18 on the day of return pay no fine, and V44 cancels what 1,306 of them owed. Adults pay 20p for each opening day as before, but at most £8 for an item instead of £6.',
    ),
  ),
]
