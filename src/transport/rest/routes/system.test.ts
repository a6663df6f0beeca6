import { afterEach, expect, test } from "vitest";
import { REST_SETTINGS } from "../../../../test/support/rest-settings.ts";
import { systemClock } from "../../../lib/clock.ts";
import { silentLogger } from "../../../lib/logger.ts";
import { RestServer } from "../rest-server.ts";
import { systemRoutes } from "./system.ts";

let server: RestServer | undefined;
afterEach(() => server?.stop());

test("REST-114: readiness is 503 while storage is down and 200 after its recovery; liveness does not mind", async () => {
  let storage: () => Promise<boolean> = () => Promise.resolve(false);
  const metrics = { contentType: "text/plain; version=0.0.4", text: () => Promise.resolve("up 1\n") };
  const rest = new RestServer(REST_SETTINGS, {
    routes: systemRoutes({
      version: "1.0.0",
      isReady: () => storage(),
      metrics,
      pointsMax: 1,
      apiKeysDemandTls: true,
      userTokenAccessEnabled: false,
      sendsMail: false,
      inactivityTimeoutMillis: 600_000,
      posture: () => Promise.resolve({ findings: [], versions: [], sync: [] }),
    }),
    authenticator: { authenticateBearer: () => Promise.reject(new Error("not asked")) },
    clock: systemClock,
    log: silentLogger,
  });
  server = rest;
  await rest.start();
  const ask = async (path: string) => {
    const response = await fetch(`${rest.url}${path}`);
    return [response.status, await response.text()];
  };
  for (const path of ["/api/health/ready", "/actuator/health"]) {
    storage = () => Promise.resolve(false);
    expect(await ask(path)).toEqual([503, '{"status":"DOWN"}']);
    storage = () => Promise.reject(new Error("disk gone"));
    expect(await ask(path)).toEqual([503, '{"status":"DOWN"}']);
    expect(await ask("/api/health/live")).toEqual([200, '{"status":"UP"}']);
    storage = () => Promise.resolve(true);
    expect(await ask(path)).toEqual([200, '{"status":"UP"}']);
  }
  expect(await ask("/metrics")).toEqual([200, "up 1\n"]);
});
