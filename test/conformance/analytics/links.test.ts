// Share links as pages of other sites and browsers use them, and what they keep fixed. Source: analytics contract 4.3, 6.3.
import { beforeAll, expect, test } from "vitest";
import { AnalyticsClient, newViewOf, type SavedView } from "../../support/analytics-client.ts";
import { useTestPlatform } from "../../support/conformance.ts";
import { member, text, type RestAnswer } from "../../support/rest-client.ts";
import type { TestDevice } from "../../support/tenant.ts";

const platform = useTestPlatform();
let admin: AnalyticsClient;
let cold: TestDevice;
let warm: TestDevice;

const FILTERS = [
  { name: "device", target: { type: "entity", field: "name" }, operator: "in", values: [] },
  { name: "above", target: { type: "telemetry", key: "temp" }, operator: "gt", values: [] },
  { name: "between", target: { type: "telemetry", key: "temp" }, operator: "between", values: [] },
];

beforeAll(async () => {
  const { tenant, clock } = platform();
  admin = new AnalyticsClient(tenant.rest);
  [cold, warm] = [await tenant.createDevice(), await tenant.createDevice()];
  for (const [{ id }, temp] of [
    [cold, 10],
    [warm, 90],
  ] as const)
    await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, {
      ts: clock.now() - 60_000,
      values: { temp },
    });
});

function definition(): Record<string, unknown> {
  return newViewOf(platform().tenant, { filters: FILTERS, scope: { deviceIds: [cold.id, warm.id] } });
}

async function linkTo({ id }: SavedView, body: unknown = {}): Promise<{ token: string; bearer: AnalyticsClient }> {
  const answer = await admin.call("POST", `/views/${id}/links`, body);
  const token = text(answer.body, "token");
  return { token, bearer: new AnalyticsClient(platform().anonymous, { "x-share-link": token }) };
}

const codeOf = ({ status, body }: RestAnswer): readonly unknown[] => [status, member(body, "code")];

test.each([
  ["above", "[1,2]", "FILTER_ARITY"],
  ["above", '["abc"]', "FILTER_VALUE"],
  ["between", "[5]", "FILTER_ARITY"],
  ["between", "[5,null]", "FILTER_VALUE"],
])("AN §6.3: a link that locks %s to %s is refused, as a request with it would be", async (name, values, code) => {
  const { id } = await admin.create(definition());
  const answer = await admin.callText("POST", `/views/${id}/links`, `{"lockedFilters":{"${name}":${values}}}`);
  expect([...codeOf(answer), member(answer.body, "errors")]).toMatchObject([
    400,
    "BODY_INVALID",
    [{ pointer: `/lockedFilters/${name}`, code }],
  ]);
});

test("AN §6.3: a filter that is locked to null is locked to no values, as to an empty list", async () => {
  const { id } = await admin.create(definition());
  const answer = await admin.call("POST", `/views/${id}/links`, { lockedFilters: { device: null } });
  expect([answer.status, member(answer.body, "lockedFilters")]).toEqual([201, { device: [] }]);
});

test("AN §6.3: a locked value may be an integer of any length, as one of a request", async () => {
  const view = await admin.create(definition());
  const lockedFilters = { device: [12_345_678_901_234_567_890n, cold.name] };
  const { bearer } = await linkTo(view, { lockedFilters });
  expect((await bearer.data(view.id)).rows).toEqual([[cold.name, 10]]);
});

test("AN §6.3: a link whose locked values the changed view cannot take is refused, rather than left to show all", async () => {
  const sent = definition();
  const view = await admin.create(sent);
  const { bearer } = await linkTo(view, { lockedFilters: { device: [cold.name], above: [5] } });
  expect((await bearer.data(view.id)).rows).toEqual([[cold.name, 10]]);
  const [device, , between] = FILTERS;
  const changes = [
    [device, { ...FILTERS[1], operator: "between" }, between],
    [{ ...device, values: [warm.name], overridable: false }, FILTERS[1], between],
    [FILTERS[1], between],
  ];
  for (const [at, filters] of changes.entries()) {
    const saved = await admin.call("PUT", `/views/${view.id}`, { ...sent, filters, revision: at + 1 });
    expect(saved.status).toBe(200);
    expect(codeOf(await bearer.call("POST", `/views/${view.id}/data`, {}))).toEqual([403, "LINK_INVALID"]);
  }
});

test("AN §4.3: a file is downloaded by a link in the address, as a browser does", async () => {
  const view = await admin.create(definition());
  const { token } = await linkTo(view, { lockedFilters: { device: [cold.name] } });
  const anonymous = new AnalyticsClient(platform().anonymous);
  const file = await anonymous.call("GET", `/views/${view.id}/export?format=csv&link=${token}`);
  expect([file.status, file.text]).toEqual([200, `Device,temp\r\n${cold.name},10\r\n`]);
  expect((await anonymous.call("POST", `/views/${view.id}/export?link=${token}`, {})).status).toBe(200);
  expect(codeOf(await anonymous.call("GET", `/views/${view.id}/export?link=${token}&fitlers={}`))).toEqual([
    400,
    "UNKNOWN_PROPERTY",
  ]);
});

test("AN §6.3: the platform's own page may call, in whatever frame it is; pages of other sites only where the link says so", async () => {
  const view = await admin.create(definition());
  const { bearer } = await linkTo(view, { origins: ["https://www.example.com"] });
  const { baseUrl } = platform().anonymous;
  const call = async (origin: string) => (await bearer.call("POST", `/views/${view.id}/data`, {}, { origin })).status;
  expect(await call(baseUrl)).toBe(200);
  expect(await call("https://www.example.com")).toBe(200);
  for (const origin of ["https://evil.example.com", "null", `${baseUrl}0`, baseUrl.replace("http:", "https:")])
    expect([origin, await call(origin)]).toEqual([origin, 403]);
});

test("AN §6.3: a link with a password opens with that and no other, also after it has been opened", async () => {
  const view = await admin.create(definition());
  const { token } = await linkTo(view, { password: "a-password-of-a-link" });
  const status = async (password: string): Promise<number> => {
    const headers = { "x-share-link": token, "x-share-password": password };
    return (await new AnalyticsClient(platform().anonymous, headers).call("POST", `/views/${view.id}/data`, {})).status;
  };
  expect(await status("a-password-of-a-link")).toBe(200);
  expect(await status("another-password")).not.toBe(200);
  expect(await status("a-password-of-a-link")).toBe(200);
});

// The last, as it outlives the logins of the others.
test("AN §6.3: a link without an end lives for thirty days, one with an end until then", async () => {
  const view = await admin.create(definition());
  const { clock } = platform();
  const hour = 3_600_000;
  const short = await linkTo(view, { expiresTime: clock.now() + hour });
  const month = await linkTo(view);
  const status = async ({ bearer }: { readonly bearer: AnalyticsClient }): Promise<number> =>
    (await bearer.call("POST", `/views/${view.id}/data`, {})).status;
  expect([await status(short), await status(month)]).toEqual([200, 200]);
  clock.advance(hour);
  expect([await status(short), await status(month)]).toEqual([403, 200]);
  clock.advance(30 * 24 * hour - 2 * hour);
  expect(await status(month)).toBe(200);
  clock.advance(hour);
  expect(await status(month)).toBe(403);
});
