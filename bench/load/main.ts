// MQTT load generator: one process, one job, no MQTT library, so that the server is what is measured.
//
// How to drive it. Give the job as JSON, on the command line or on standard input:
//
//   node bench/load/main.ts '{"tokens":["GATEWAY_TOKEN"],"port":1883,"seconds":10,"window":2000}'
//   node bench/load/main.ts < job.json
//
// It writes JSON lines to standard output:
//   {"event":"ready",...}     all connections are open; publishing begins
//   {"event":"interval",...}  every `reportSeconds`: numbers of that interval
//   {"event":"done",...}      numbers of the whole measured time, without the warm-up (see tally.ts for the fields)
// It exits with 0 after `seconds`, after SIGTERM or SIGINT, or when `messages` are acknowledged; with 1 when a
// connection failed or could not be opened. `cpu` near 1 says that the generator is the limit: start another one.
//
// Fields of a job (defaults in job.ts):
//   role            "publish" | "respond" | "idle"
//   host, port, protocol (4 = 3.1.1, 5), keepAliveSeconds
//   tokens          gateway access tokens; connection i uses token i modulo their number. One session per device is the
//                   server's default, so give as many tokens as connections or raise maxSessionsPerDevice
//   connections     default: the number of tokens; `connecting` of them are opened at a time
//   warmUpSeconds, seconds, reportSeconds
// publish:
//   shape           "one-point" (one point of one device), "thirty-points" (3 keys of 10 devices), "attributes" (5 keys of 10 devices)
//   devices         devices behind each connection, named <devicePrefix>-<connection>-<00000...>
//   window          unacknowledged QoS 1 messages per connection
//   rate            messages/s over all connections, 0 = as fast as acknowledged; latency then counts from when a
//                   message was due. `messages` ends each connection after that many
//   firstTs         timestamp of the first message; each following one of a device is 1 ms later
// respond: connects `devices` devices per connection, subscribes to v1/gateway/rpc with `qos` and answers every command.
// idle: keeps connections open with PINGREQ, subscribed to the filters in `subscribe`; counts what arrives.
import { text } from "node:stream/consumers";
import { parseJob } from "./job.ts";
import { runJob } from "./run.ts";

const stop = new AbortController();
process.on("SIGTERM", () => {
  stop.abort();
});
process.on("SIGINT", () => {
  stop.abort();
});

try {
  const job = parseJob(process.argv[2] ?? (await text(process.stdin)));
  const done = await runJob(job, {
    write: (line) => {
      process.stdout.write(`${JSON.stringify(line)}\n`);
    },
    signal: stop.signal,
  });
  if (Object.keys(done.failures).length > 0) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
