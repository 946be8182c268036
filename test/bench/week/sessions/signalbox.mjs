import { asks, edits, fails, remembers, runs, says, session } from '../script.mjs'

/** Announcements in railway stations: a service in Go and its machines in Terraform. */
export const signalbox = [
  session(
    'sig-1',
    0,
    8,
    asks('terraform plan fails in CI since last night'),
    fails(
      'terraform plan',
      'Error: Error acquiring the state lock\nError message: operation error DynamoDB: PutItem, ConditionalCheckFailedException: The conditional request failed\nLock Info:\n  ID: 7f1c2b9e-0d1a-9d1c\n  Who: runner@ci-44',
    ),
    says('The lock is held by a CI runner whose job was cancelled in the middle of an apply.'),
    asks('ask Ines before you unlock anything, always. She says it is fine now.'),
    runs('terraform force-unlock -force 7f1c2b9e-0d1a-9d1c', 'Terraform state has been successfully unlocked!'),
    says(
      'The plan works again. The cause was a cancelled CI job that left its lock behind; it was removed by terraform force-unlock, after Ines agreed, as must always be done.',
    ),
  ),
  session(
    'sig-2',
    0,
    13,
    asks('memory of the announcer grows until it is restarted every two days'),
    runs('go tool pprof -top http://localhost:6060/debug/pprof/goroutine', '48211 signalbox/hub.(*client).writePump'),
    says('There are 48,000 goroutines in writePump, one for each display that ever connected.'),
    edits('internal/hub/client.go'),
    runs('go test -race ./internal/hub', 'ok signalbox/internal/hub 2.1s'),
    says(
      'The leak is fixed: unregister closes the send channel of a display now, so that writePump ends. It turned out that a display which lost power never sent a close frame, and its goroutine waited for ever; there is a ping every 20 s as well.',
    ),
  ),
  session(
    'sig-3',
    1,
    10,
    asks('the station gateways lose their gRPC stream about once a minute'),
    fails(
      'grpcurl -d "{}" gw.signalbox.internal:443 announce.Stream/Listen',
      'ERROR:\n  Code: Unavailable\n  Message: transport is closing',
    ),
    says('The load balancer closes connections that are idle for 60 seconds, and we send nothing in a quiet station.'),
    edits('internal/gateway/dial.go'),
    says(
      'Clients send a keepalive every 30 seconds now, with PermitWithoutStream, and the server allows it by its enforcement policy. The cause was the idle timeout of 60 s of the load balancer; raising it was rejected, since it is shared with the website.',
    ),
  ),
  session(
    'sig-4',
    1,
    15,
    asks('Polly costs us 900 euro a month. Can we cache the spoken announcements?'),
    says('The same sentences are spoken thousands of times. A key could be the hash of the SSML with the voice.'),
    asks('yes, in S3. We use the neural voice Vicki and nothing else, the passengers complained about the others.'),
    edits('internal/speech/cache.go'),
    remembers(
      'Announcements are spoken by the neural voice Vicki of Polly only; audio is cached in S3 under the SHA-256 of SSML and voice.',
      'Which voice speaks the announcements?',
      'Where is the audio of announcements cached?',
    ),
    says('Spoken announcements are cached in S3 now; the first day had a hit rate of 97 %.'),
  ),
  session(
    'sig-5',
    2,
    9,
    asks('the import of the timetable drops all trains after midnight'),
    fails(
      'go run ./cmd/import-timetable hafas-2025-49.zip',
      'parse fplan line 20418: parsing time "2415": hour out of range',
    ),
    says(
      'HAFAS counts hours beyond 24 for trains that run past midnight: 2415 is a quarter past twelve of the next day.',
    ),
    edits('internal/hafas/clock.go'),
    runs('go run ./cmd/import-timetable hafas-2025-49.zip', 'imported 61204 trips'),
    says(
      'Times of HAFAS are minutes since the start of the operating day now, so that 24:15 is allowed. The umlauts were broken as well: the files are ISO-8859-1 and are converted to UTF-8 while reading.',
    ),
  ),
  session(
    'sig-6',
    2,
    14,
    asks('golangci-lint reports 3,000 problems after the upgrade'),
    fails(
      'golangci-lint run',
      'internal/hub/hub.go:31:9: hub.Options is missing fields Clock, Log (exhaustruct)\n3012 issues',
    ),
    asks('pin the version back to 1.57 and turn exhaustruct off, that one is useless for us'),
    edits('.golangci.yml'),
    runs('golangci-lint run', '0 issues'),
    says('golangci-lint is pinned to 1.57 in the Makefile and in CI, and exhaustruct is off.'),
  ),
  session(
    'sig-7',
    3,
    10,
    asks('Ops asks whether we move to Kubernetes. What would EKS cost us compared to Fargate?'),
    says(
      'For five services: EKS has 73 dollars a month for the control plane of each environment and somebody who looks after it; Fargate costs 210 dollars in all.',
    ),
    asks('then we stay on ECS Fargate. Nobody here wants to look after a cluster.'),
    says(
      'Decided: signalbox stays on ECS with Fargate; EKS was rejected for its cost and the care that a cluster needs.',
    ),
    edits('docs/decisions/0007-fargate.md'),
  ),
  session(
    'sig-8',
    4,
    9,
    asks('some platform changes are announced twenty minutes late'),
    runs('redis-cli XPENDING changes announcer', '312 pending, consumer announcer-3 idle 1204311'),
    says(
      'Messages were taken by a task that Fargate then stopped; they stay pending for a consumer that no longer exists.',
    ),
    edits('internal/stream/consumer.go'),
    says(
      'Consumers now claim messages that are pending for more than 90 seconds with XAUTOCLAIM. The delay was caused by messages that a stopped task had read and never acknowledged.',
    ),
  ),
  session(
    'sig-9',
    4,
    15,
    asks('set an alarm on the p99 latency of the announce API at 800 ms'),
    edits('terraform/modules/alarms/main.tf'),
    says('The alarm announce-p99 goes off at 800 ms over five minutes and posts into the channel #signalbox-alerts.'),
    asks('Also: quiet hours are from 22:00 to 06:00, nothing is spoken then except emergencies. Keep that in mind.'),
    remembers(
      'Quiet hours in stations are from 22:00 to 06:00: nothing is spoken then except emergency announcements.',
      'When are the quiet hours?',
    ),
    says('Noted.'),
  ),
  session(
    'sig-10',
    5,
    11,
    asks('the p99 alarm wakes Ines every night, raise it to 1200 ms'),
    edits('terraform/modules/alarms/main.tf'),
    runs('terraform apply -target module.alarms', 'Apply complete! Resources: 0 added, 1 changed, 0 destroyed.'),
    says(
      'The alarm announce-p99 goes off at 1200 ms now, no longer at 800 ms: the nightly timetable import makes the API slower for a few minutes.',
    ),
    asks('and from now on we deploy only on Tuesday and Wednesday mornings'),
    remembers('signalbox is deployed on Tuesday and Wednesday mornings only.', 'On which days may we deploy?'),
    says('Understood, deployments on Tuesday and Wednesday mornings only.'),
  ),
]
