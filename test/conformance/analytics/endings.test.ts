// What becomes of answers and reports that last longer than the rights they were asked for with. Source: analytics contract 6.2.
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { AnalyticsClient, newViewOf } from "../../support/analytics-client.ts";
import { useTestPlatform } from "../../support/conformance.ts";
import { EventReader, type ServerEvent } from "../../support/event-reader.ts";
import { userIdOf } from "../../support/live-client.ts";
import { RestClient, text } from "../../support/rest-client.ts";

const TOKEN_SECONDS = 120;
/** Reports may take longer than the tests let pass, so that none that is slow ends by its own time. */
const platform = useTestPlatform({
  settings: { "security.jwt.tokenExpirationSeconds": TOKEN_SECONDS, "analytics.limiter.timeoutMillis": 600_000 },
});
const RECHECK_MILLIS = 30_000;
/** Of real time. */
const CHECK_MILLIS_MAX = 10_000;

/** Another administrator of the tenant, who watches a view of its own. */
async function watcher(use: (admin: RestClient) => Promise<RestClient> | RestClient = (rest) => rest) {
  const { tenant } = platform();
  const email = `${tenant.uniqueName("user")}@example.com`;
  const admin = await tenant.createUser({ email, authority: "TENANT_ADMIN" });
  const client = new AnalyticsClient(await use(admin));
  const view = await client.create(newViewOf(tenant));
  const { authorization = "", baseUrl } = client.rest;
  const reader = await EventReader.open(`${baseUrl}/apiAnalytics/v1/views/${view.id}/live`, {
    "x-authorization": authorization,
  });
  expect(await reader.next()).toMatchObject({ event: "result" });
  return { admin, client, view, reader };
}

async function expectEnd(reader: EventReader, code: string): Promise<void> {
  const other = otherThanResults(reader);
  let event: ServerEvent | "none yet" | undefined;
  // A check for which a database is busy is made again when the next one is due.
  do {
    platform().clock.advance(RECHECK_MILLIS);
    event = await Promise.race([other, pause(CHECK_MILLIS_MAX, "none yet" as const)]);
  } while (event === "none yet");
  expect(event).toMatchObject({ event: "end", data: { code } });
  expect(await reader.next()).toBeUndefined();
}

async function otherThanResults(reader: EventReader): Promise<ServerEvent | undefined> {
  for (;;) {
    const event = await reader.next();
    if (event?.event !== "result" && event?.event !== "rows") return event;
  }
}

test("AN §6.2: what a user watches ends when the user is deleted, and so does a report that waits", async () => {
  const { admin, client, view, reader } = await watcher();
  const job = await client.call("POST", "/reports", { viewId: view.id });
  expect(job.status).toBe(202);
  await platform().tenant.rest.delete(`/api/user/${await userIdOf(admin)}`);
  await expectEnd(reader, "TOKEN_EXPIRED");
  const found = await client.call("GET", `/reports/${text(job.body, "id")}`);
  expect(found.status).toBe(403);
});

test("AN §6.2: what is watched with an API key ends when the key is switched off", async () => {
  let keyId = "";
  const { admin, reader } = await watcher(async (rest) => {
    const key = await rest.post("/api/apiKey", {
      description: "screen",
      userId: { entityType: "USER", id: await userIdOf(rest) },
    });
    keyId = text(key, "id", "id");
    return new RestClient(rest.baseUrl, `ApiKey ${text(key, "value")}`);
  });
  await admin.request("PUT", `/api/apiKey/${keyId}/enabled/false`);
  await expectEnd(reader, "TOKEN_EXPIRED");
});

test("AN §6.2: what is watched with a token ends when the token has expired", async () => {
  const { reader } = await watcher();
  // Step by step, so that it is looked at while it is still good.
  for (let passed = RECHECK_MILLIS; passed < TOKEN_SECONDS * 1_000; passed += RECHECK_MILLIS) {
    platform().clock.advance(RECHECK_MILLIS);
    await platform().anonymous.getText("/metrics");
  }
  await expectEnd(reader, "TOKEN_EXPIRED");
});
