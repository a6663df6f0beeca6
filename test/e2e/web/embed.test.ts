// Views in the pages of other sites: which sites may show them, what the bearer of a link sees, and what is said of links
// that are no longer good. Source: analytics contract 4.3, 6.3.
import { beforeAll, expect, test, vi } from "vitest";
import { AnalyticsClient, newViewOf, type SavedView } from "../../support/analytics-client.ts";
import { useTestPlatform } from "../../support/conformance.ts";
import { text } from "../../support/rest-client.ts";

// A browser on a busy machine takes its time.
vi.setConfig({ testTimeout: 90_000 });

const platform = useTestPlatform();
const SITE = "https://www.example.com";
const HOUR = 3_600_000;
let admin: AnalyticsClient;
let view: SavedView;

beforeAll(async () => {
  const { tenant } = platform();
  admin = new AnalyticsClient(tenant.rest);
  const device = await tenant.createDevice();
  await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, {
    ts: platform().clock.now() - 60_000,
    values: { temp: 21.5 },
  });
  view = await admin.create(newViewOf(tenant, { scope: { deviceIds: [device.id] } }));
});

interface NewLink {
  readonly id: string;
  readonly token: string;
  readonly url: string;
}

async function linkTo(body: unknown, { id }: SavedView = view): Promise<NewLink> {
  const answer = await admin.call("POST", `/views/${id}/links`, body);
  return { id: text(answer.body, "id"), token: text(answer.body, "token"), url: text(answer.body, "url") };
}

async function framesOf(address: string): Promise<readonly [policy: string, older: string | null]> {
  const { headers, status } = await fetch(address);
  expect(status).toBe(200);
  const policy = /frame-ancestors [^;]*/.exec(headers.get("content-security-policy") ?? "")?.[0] ?? "";
  return [policy, headers.get("x-frame-options")];
}

const REFUSED = ["frame-ancestors 'none'", "DENY"];

test("the page of a link may be framed by exactly the sites that the link names", async () => {
  const { url } = await linkTo({ origins: [SITE, "http://intranet.example:8080"] });
  expect(await framesOf(url)).toEqual([`frame-ancestors ${SITE} http://intranet.example:8080`, null]);
});

test("a link that names no sites, or none at all, gives a page that nobody may frame", async () => {
  const { url } = await linkTo({});
  expect(await framesOf(url)).toEqual(REFUSED);
  expect(await framesOf(view.links.embed)).toEqual(REFUSED);
  expect(await framesOf(`${view.links.embed}?link=`)).toEqual(REFUSED);
});

test("a link that is tampered with, belongs to another view, is sent twice, has expired or was revoked opens no frame", async () => {
  const { url, token, id } = await linkTo({ origins: [SITE] });
  const other = await admin.create(newViewOf(platform().tenant));
  for (const address of [
    `${url.slice(0, -1)}${url.endsWith("A") ? "B" : "A"}`,
    `${other.links.embed}?link=${token}`,
    `${url}&link=${token}`,
    `${view.links.embed.replace(view.id, "nobody")}?link=${token}`,
  ])
    expect([address, await framesOf(address)]).toEqual([address, REFUSED]);

  const short = await linkTo({ origins: [SITE], expiresTime: platform().clock.now() + HOUR });
  platform().clock.advance(HOUR + 1);
  expect(await framesOf(short.url)).toEqual(REFUSED);
  expect(await framesOf(url)).toEqual([`frame-ancestors ${SITE}`, null]);

  await admin.call("DELETE", `/views/${view.id}/links/${id}`);
  expect(await framesOf(url)).toEqual(REFUSED);
});

test("no other page may be framed, whatever link its address has", async () => {
  const { url, token } = await linkTo({ origins: [SITE] });
  const { origin } = new URL(url);
  for (const path of ["/", "/login", "/views", `/views/${view.id}`, `/show/${view.id}`])
    expect([path, await framesOf(`${origin}${path}?link=${token}`)]).toEqual([path, REFUSED]);
});
