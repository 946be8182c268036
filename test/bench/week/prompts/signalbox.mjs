import { failure, prompt, silence, silentFailure } from '../script.mjs'

const telling = [
  prompt('the terraform state is locked, can you unlock it?', /Ines/, 'sig-1'),
  prompt('a CI job was cancelled and now nobody can run terraform', /force-unlock|Ines/, 'sig-1'),
  prompt('goroutines pile up in the hub when displays disconnect', /unregister|close frame|send channel/, 'sig-2'),
  prompt('how often do we ping the displays?', /20 s/, 'sig-2'),
  prompt('what is our gRPC keepalive interval?', /30 seconds/, 'sig-3'),
  prompt('raise the idle timeout of the load balancer to five minutes', /shared with the website|keepalive/, 'sig-3'),
  prompt('try a male voice for the announcements', /Vicki/, 'sig-4'),
  prompt('where do we store the audio files of Polly?', /S3/, 'sig-4'),
  prompt('read the stop names from the new HAFAS export', /8859-1/, 'sig-5'),
  prompt('write a test for trains that run past midnight', /24:15|operating day/, 'sig-5'),
  prompt('bump golangci-lint to the newest version', /1\.57/, 'sig-6'),
  prompt('should we use Kubernetes for the new service?', /Fargate/, 'sig-7'),
  prompt('messages in the redis stream stay pending after a task is stopped', /XAUTOCLAIM/, 'sig-8'),
  prompt('at which latency does announce-p99 fire?', /1200/, 'sig-10'),
  prompt('announce a platform change at 23:30', /22:00/, 'sig-9'),
  prompt('deploy the announcer this Friday', /Tuesday/, 'sig-10'),
  failure(
    'terraform apply',
    'Error: Error acquiring the state lock\nError message: operation error DynamoDB: PutItem, ConditionalCheckFailedException: The conditional request failed\nLock Info:\n  ID: 2f90ab11-77aa\n  Who: runner@ci-61',
    /force-unlock|Ines/,
    'sig-1',
  ),
  failure('go run ./cmd/gateway', 'rpc error: code = Unavailable desc = transport is closing', /keepalive/, 'sig-3'),
  failure(
    'go test ./internal/hafas',
    '--- FAIL: TestArrival (0.00s)\n    clock_test.go:18: parsing time "2507": hour out of range',
    /24:15|operating day/,
    'sig-5',
  ),
  failure(
    'make lint',
    'internal/speech/cache.go:12:9: speech.Cache is missing fields Bucket, Prefix (exhaustruct)\nmake: *** [lint] Error 1',
    /1\.57|exhaustruct is off/,
    'sig-6',
  ),
]

const silent = [
  silence('go on'),
  silence('perfect, next'),
  silence('keep that in mind'),
  silence('what would that cost us?'),
  silence('write a Makefile target that prints the version'),
  silence('how do I profile memory in Rust?'),
  silence('explain how select works with two channels in Go'),
  silence('add a health check endpoint'),
  silence('convert this struct to a protobuf message'),
  silence('what was the VAT on gift cards?'),
  silence('does Dagster support sensors?'),
  silence('add a table of passengers to the report'),
  silence('the button on the admin page is too small'),
  silence('use slog instead of log'),
  silence('generate a random password with 24 characters'),
  silence('tell me a joke about trains'),
  silence('which branch am I on?'),
  silence('the error message should be shorter'),
  silentFailure('go build ./...', 'internal/display/font.go:88:2: undefined: glyphWidth'),
  silentFailure('curl https://example.org/health', 'curl: (6) Could not resolve host: example.org'),
]

export const signalboxPrompts = { telling, silent }
