// Watching dashboards: all visible panels on one connection, with the newest values in between, until it may not be watched any more.
import { expect, test } from "vitest";
import { useTestPlatform } from "../support/conformance.ts";
import { EventReader, type ServerEvent } from "../support/event-reader.ts";
import { member, text, type RestClient } from "../support/rest-client.ts";
import { expectError } from "../support/rest-conformance.ts";
import type { TestDevice, TestTenant } from "../support/tenant.ts";

const platform = useTestPlatform();

const DAY = { type: "rolling", amount: 1, unit: "d", timezone: "UTC" };
const ref = (entityType: string, id: string) => ({ entityType, id });

async function send(tenant: TestTenant, device: TestDevice, values: object): Promise<void> {
  const ts = platform().clock.now() - 1;
  await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, { ts, values });
}

const panel = (id: string, y: number, kind: string, source: object) => ({
  ...{ id, kind, source },
  place: { x: 0, y, width: 1, height: 1 },
});

/** A customer has one of two devices, and the dashboard that shows both. */
async function place() {
  const tenant = await platform().createTenant();
  const customer = await tenant.createCustomer();
  const [mine, other] = [await tenant.createDevice({ customerId: customer.id }), await tenant.createDevice()];
  for (const device of [mine, other]) await send(tenant, device, { temp: 20, hidden: 1 });
  const deviceIds = [mine.id, other.id];
  const configuration = {
    bridgehead: 1,
    timeRange: DAY,
    panels: [
      panel("figure", 0, "figure", { type: "keys", keys: ["temp"], deviceIds }),
      panel("mean", 1, "gauge", { type: "keys", keys: ["temp"], deviceIds, aggregation: "avg" }),
      panel("hidden", 2, "figure", { type: "keys", keys: ["hidden"], deviceIds }),
    ],
  };
  const saved = await tenant.rest.post("/api/dashboard", { title: "x", configuration });
  const id = text(saved, "id", "id");
  await tenant.rest.post(`/api/customer/${customer.id}/dashboard/${id}`);
  return { tenant, customer, mine, other, id, configuration };
}

const VISIBLE = `request=${encodeURIComponent(JSON.stringify({ panels: ["figure", "mean"] }))}`;

const watch = (rest: RestClient, id: string, query = VISIBLE): Promise<EventReader> =>
  EventReader.open(`${rest.baseUrl}/api/dashboard/${id}/live?${query}`, {
    "x-authorization": rest.authorization ?? "",
  });

const idOf = ({ event, data }: ServerEvent): string => `${event} ${text(data, "id")}`;

async function next(reader: EventReader): Promise<ServerEvent> {
  const event = await reader.next();
  if (event === undefined) throw new Error("the stream has ended");
  return event;
}

/** By device, until as many have come; values of one moment come together, and the test's clock makes the moments. */
async function values(reader: EventReader, devices: number): Promise<Record<string, unknown>> {
  const timer = setInterval(() => {
    platform().clock.advance(100);
  }, 5);
  const found: Record<string, unknown> = {};
  while (Object.keys(found).length < devices) {
    const { event, data } = await next(reader);
    expect(event).toBe("values");
    Object.assign(found, data);
  }
  clearInterval(timer);
  return found;
}

test("REST-122: whoever watches gets each visible panel, then the newest values within a moment, then the rows that have changed", async () => {
  const { tenant, mine, other, id } = await place();
  const reader = await watch(tenant.rest, id);
  const [first, second] = [await next(reader), await next(reader)];
  expect([idOf(first), idOf(second)]).toEqual(["panel figure", "panel mean"]);
  expect(member(member(first.data, "result"), "rows")).toEqual([
    [mine.id, mine.name, 20],
    [other.id, other.name, 20],
  ]);
  const at = (value: number) => [expect.any(Number) as number, value];
  expect(await values(reader, 2)).toEqual({ [mine.id]: { temp: at(20) }, [other.id]: { temp: at(20) } });

  await send(tenant, mine, { temp: 30, hidden: 2 });
  expect(await values(reader, 1)).toEqual({ [mine.id]: { temp: at(30) } });
  platform().clock.advance(2_000);
  const changed = [await next(reader), await next(reader)];
  expect(changed.map(idOf)).toEqual(["rows figure", "rows mean"]);
  expect(changed.map(({ data }) => member(data, "rows"))).toEqual([
    [[0, [mine.id, mine.name, 30]]],
    [[0, [mine.id, mine.name, 25]]],
  ]);
  await reader.close();
});

test("REST-121, REST-122: a user of a customer gets panels and values of the customer's devices alone, until a device is taken away", async () => {
  const { tenant, customer, mine, other, id } = await place();
  const reader = await watch(customer.rest, id);
  const shown = [await next(reader), await next(reader)];
  expect(JSON.stringify(shown)).not.toContain(other.id);
  expect(JSON.stringify(shown)).toContain(mine.id);
  expect(Object.keys(await values(reader, 1))).toEqual([mine.id]);

  await send(tenant, other, { temp: 31 });
  await send(tenant, mine, { temp: 32 });
  expect(Object.keys(await values(reader, 1))).toEqual([mine.id]);
  await tenant.rest.delete(`/api/customer/device/${mine.id}`);
  await send(tenant, mine, { temp: 33 });
  platform().clock.advance(2_000);
  // Nothing tells of the value: the panels have no rows any more.
  const last = [await next(reader), await next(reader)];
  expect(JSON.stringify(last)).not.toContain("33");
  expect(last.map(({ data }) => member(member(data, "result"), "rows"))).toEqual([[], []]);
  await reader.close();
});

test.each<[string, string, (there: Awaited<ReturnType<typeof place>>) => Promise<unknown>]>([
  [
    "was saved",
    "CONFLICT",
    ({ tenant, id, configuration }) =>
      tenant.rest.post("/api/dashboard", { id: ref("DASHBOARD", id), title: "y", configuration }),
  ],
  ["was deleted", "NOT_FOUND", ({ tenant, id }) => tenant.rest.delete(`/api/dashboard/${id}`)],
  [
    "was taken back",
    "FORBIDDEN",
    ({ tenant, customer, id }) => tenant.rest.delete(`/api/customer/${customer.id}/dashboard/${id}`),
  ],
  [
    "is watched by somebody who logs out",
    "TOKEN_EXPIRED",
    ({ customer }) => customer.rest.post("/api/auth/logout", {}),
  ],
])("REST-122: a dashboard that %s ends with the code %s", async (_what, code, change) => {
  const there = await place();
  const reader = await watch(there.customer.rest, there.id);
  for (let panels = 0; panels < 2; panels++) await next(reader);

  await change(there);
  let event = await next(reader);
  while (event.event === "values") event = await next(reader);
  expect(event).toMatchObject({ event: "end", data: { code } });
  expect(await reader.next()).toBeUndefined();
});

test("REST-122: whoever may not read the dashboard does not watch it, and a request that does not fit it is refused", async () => {
  const { tenant, id } = await place();
  const stranger = await platform().createTenant();
  const other = await tenant.createCustomer();
  const path = `/api/dashboard/${id}/live`;

  for (const rest of [stranger.rest, other.rest]) expectError(await rest.request("GET", path), 403, 20);
  expectError(await platform().anonymous.request("GET", path), 401, 10);
  for (const request of ["%7B", encodeURIComponent('{"panels":["x"]}')])
    expectError(await tenant.rest.request("GET", `${path}?request=${request}`), 400, 31);
});
