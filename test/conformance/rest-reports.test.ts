// What a client of the platform's API sees of reports: the one call that the specification has, with the platform's tokens.
import { expect, test } from "vitest";
import { AnalyticsClient, newViewOf } from "../support/analytics-client.ts";
import { useTestPlatform } from "../support/conformance.ts";
import { TENANT_ADMIN } from "../support/platform.ts";
import { tokenOf } from "../support/rest-client.ts";

const REPORT = "/apiAnalytics/publicApi/buildReport";
const platform = useTestPlatform({
  settings: { "analytics.limiter.threadPoolSize": 1, "analytics.limiter.queueCapacity": 0 },
});

test("REST-113: a report takes its JWT from header or query alike; an expired one is 403, text/plain 415, one too many 429", async () => {
  const { tenant, anonymous, clock } = platform();
  const { email: username, password } = TENANT_ADMIN;
  const token = tokenOf(await anonymous.post("/api/auth/login", { username, password }));
  const { id } = await new AnalyticsClient(tenant.rest).create(newViewOf(tenant));
  const send = (query: string, headers: Readonly<Record<string, string>>): Promise<Response> =>
    fetch(`${anonymous.baseUrl}${REPORT}${query}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ viewConfigId: id }),
    });

  const byHeader = await send("", { jwt: token });
  const byQuery = await send(`?jwt=${token}`, {});
  expect([byHeader.status, await byHeader.text()]).toEqual([200, await byQuery.text()]);
  expect((await send("", { jwt: token, "content-type": "text/plain" })).status).toBe(415);

  const atOnce = await Promise.all(Array.from({ length: 20 }, () => send("", { jwt: token })));
  const statuses = atOnce.map(({ status }) => status);
  await Promise.all(atOnce.map((answer) => answer.arrayBuffer()));
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  for (const { status, headers } of atOnce)
    if (status === 429) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);

  clock.advance(9_000_000);
  expect((await send("", { jwt: token })).status).toBe(403);
});
