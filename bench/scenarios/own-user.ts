// What a call of the REST API costs beyond the framework: GET /api/auth/user with an API key against a bare route that
// answers the same body. Processor time is compared, because the generator of the load can be slower than the bare route.
import { callRepeatedly } from "../load-generator.ts";
import { BareHttpServer, PlatformServer } from "../servers.ts";
import type { Scenario } from "../scenario.ts";
import { spread } from "../statistics.ts";

const CONNECTIONS = 50;
const WARM_UP_SECONDS = 2;
const GOAL_RATIO = 0.7;
const PATH = "/api/auth/user";

export const ownUser: Scenario = {
  name: "own-user",
  describes: "GET /api/auth/user with an API key over 50 connections, against a bare route with the same body",
  async run({ runs, seconds, log }) {
    const rates: number[] = [];
    const p99: number[] = [];
    const ratios: number[] = [];
    const platform = await PlatformServer.start();
    try {
      await platform.logIn();
      const key = (await platform.call("POST", "/api/apiKey", { description: "bench" })) as { value: string };
      const body = JSON.stringify(await platform.call("GET", PATH));
      const headers = { "X-Authorization": `ApiKey ${key.value}` };
      const bare = await BareHttpServer.start(body);
      try {
        for (let run = 0; run < runs; run++) {
          const job = { path: PATH, headers, connections: CONNECTIONS, warmUpSeconds: WARM_UP_SECONDS, seconds };
          const limit = await callRepeatedly(bare.process, { ...job, port: bare.httpPort });
          const found = await callRepeatedly(platform.process, { ...job, port: platform.httpPort });
          rates.push(found.callsPerSecond);
          p99.push(found.p99Millis);
          ratios.push(limit.cpuMicrosPerCall / found.cpuMicrosPerCall);
          log(
            `own-user run ${String(run + 1)}: ${found.callsPerSecond.toFixed(0)} calls/s at ${found.cpuMicrosPerCall.toFixed(1)} µs, bare ${limit.callsPerSecond.toFixed(0)} calls/s at ${limit.cpuMicrosPerCall.toFixed(1)} µs`,
          );
        }
      } finally {
        await bare.stop();
      }
    } finally {
      await platform.stop();
    }
    return [
      { what: "own-user: calls with an API key", unit: "calls/s", found: spread(rates) },
      { what: "own-user: p99", unit: "ms", found: spread(p99) },
      {
        what: "own-user: calls in the same processor time, of a bare route's",
        unit: "×",
        found: spread(ratios),
        goal: { relation: "at least", value: GOAL_RATIO },
      },
    ];
  },
};
