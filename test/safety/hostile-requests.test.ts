// One caller with good credentials who sends what is allowed, made to be as much work as possible: whatever it is, all
// others get their turn in between.
import { expect, test } from "vitest";
import { connectGateway, pubackCode, useTestPlatform } from "../support/conformance.ts";
import { longestTurn } from "../support/longest-turn.ts";
import { member } from "../support/rest-client.ts";
import { raw } from "../support/rest-conformance.ts";

/** Before each was bounded, these took seconds to minutes; a turn has 200 ms, and the processor may be a slow one. */
const TURN_MILLIS_MAX = 600;

const platform = useTestPlatform();

function lines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join("\n");
}

const dryRun = (body: string) =>
  raw(platform(), "POST", "/api/telemetry/import?dryRun=true", {
    headers: { "content-type": "text/csv" },
    body,
  });

test("REST §20: a number of millions of digits is refused before its digits are read", async () => {
  const { tenant } = platform();
  const { id } = await tenant.createDevice();
  const body = `{"a":${"7".repeat(15_000_000)}}`;

  const { result, longestTurnMillis } = await longestTurn(() =>
    raw(platform(), "POST", `/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, { body }),
  );

  expect([result.status, result.text]).toEqual([400, expect.stringContaining("range of a double")]);
  expect(longestTurnMillis).toBeLessThan(3 * TURN_MILLIS_MAX);
  expect(await tenant.latest(id)).toEqual({});
});

test.each([
  ["zeros", "0".repeat(65_000)],
  ["zeros on both sides of a point", `${"0".repeat(32_000)}.${"0".repeat(32_000)}`],
  ["digits of an exponent", `0e${"0".repeat(65_000)}`],
  ["signs", "-".repeat(65_000)],
  ["NaN", "NaN".repeat(21_000)],
])(
  "MQTT §5.1: a number of one message, long with %s and then wrong, gives others their turn",
  async (_name, digits) => {
    const { client } = await connectGateway(platform());

    const { result, longestTurnMillis } = await longestTurn(() =>
      client.publish("v1/devices/me/telemetry", `{"a":${digits}_}`),
    );

    expect(pubackCode(result)).toBe(0x99);
    expect(longestTurnMillis).toBeLessThan(TURN_MILLIS_MAX);
  },
);

test("REST §20: an import with a hundred thousand columns, and one with as many of a repeated name", async () => {
  const names = Array.from({ length: 100_000 }, (_, index) => `c${String(index)}`).join(",");

  const { result, longestTurnMillis } = await longestTurn(() => dryRun(`device,ts,${names}\n`));

  expect([result.status, member(result.body, "rows")]).toEqual([200, 0]);
  expect(longestTurnMillis).toBeLessThan(TURN_MILLIS_MAX);
  const repeated = await dryRun(`device,ts,${names},c7\n`);
  expect([repeated.status, repeated.text]).toEqual([400, expect.stringContaining('the column \\"c7\\" twice')]);
});

test("REST §20: an import of a hundred thousand rows that are all wrong gives others their turn", async () => {
  const file = `device,ts,key,value\n${lines(100_000, (index) => `nobody-${String(index)},1,k,1`)}`;

  const { result, longestTurnMillis } = await longestTurn(() => dryRun(file));

  expect([result.status, member(result.body, "refused")]).toEqual([200, 100_000]);
  expect(longestTurnMillis).toBeLessThan(TURN_MILLIS_MAX);
});

test("REST §20: a query with hundreds of conditions on long values gives others their turn, and ends", async () => {
  const { tenant } = platform();
  const long = "x".repeat(100_000);
  for (let count = 0; count < 40; count++)
    await tenant.saveAttributes((await tenant.createDevice()).id, "SERVER_SCOPE", { long });
  const predicates = Array.from({ length: 600 }, (_, index) => ({
    type: "STRING",
    operation: "NOT_CONTAINS",
    ignoreCase: true,
    value: { defaultValue: `Q${String(index)}` },
  }));
  const query = {
    entityFilter: { type: "entityType", entityType: "DEVICE" },
    keyFilters: [
      {
        key: { type: "SERVER_ATTRIBUTE", key: "long" },
        valueType: "STRING",
        predicate: { type: "COMPLEX", operation: "AND", predicates },
      },
    ],
  };

  const { result, longestTurnMillis } = await longestTurn(() =>
    tenant.rest.request("POST", "/api/entitiesQuery/count", query),
  );

  // Devices without the attribute meet negative conditions too.
  expect([result.status, Number(result.text) >= 40]).toEqual([200, true]);
  expect(longestTurnMillis).toBeLessThan(TURN_MILLIS_MAX);
  const longer = await tenant.createDevice();
  await tenant.saveAttributes(longer.id, "SERVER_SCOPE", { long: "x".repeat(200_000) });
  const refused = await tenant.rest.request("POST", "/api/entitiesQuery/count", query);
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("entityQuery.maxComparedMebibytes")]);
});

const LONG_TEXT = "a".repeat(900_000);

/** Parts that nearly fit everywhere in that text: what they lack is seen late. */
function nearly(count: number, length: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `ab${"a".repeat(length + index)}`);
}

test.each([
  ["matches", ["*a?ab", ...[481, 482, 483, 484].map((length) => `*${"a".repeat(length)}b`)]],
  ["contains", nearly(9, 900)],
])(
  "AN §2.8: a report whose filter has %s with long parts for a long text gives others their turn",
  async (operator, values) => {
    const { tenant } = platform();
    const device = await tenant.createDevice();
    await tenant.saveAttributes(device.id, "SERVER_SCOPE", { long: LONG_TEXT });
    const target = { type: "attribute", scope: "server", key: "long" };
    const filters = [{ name: "f", target, operator, values }];

    const { result, longestTurnMillis } = await longestTurn(() =>
      tenant.rest.request("POST", "/apiAnalytics/v1/views/preview", { view: { ...ofDevice(device.id), filters } }),
    );

    expect([result.status, member(result.body, "rows")]).toEqual([200, []]);
    expect(longestTurnMillis).toBeLessThan(TURN_MILLIS_MAX);
  },
);

test("AN §2.8: a report whose filter compares too much with one value is refused", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  await tenant.saveAttributes(device.id, "SERVER_SCOPE", { long: LONG_TEXT });
  const target = { type: "attribute", scope: "server", key: "long" };
  const filters = [{ name: "f", target, operator: "matches", values: [`*${"a?".repeat(100)}b`] }];

  const { result, longestTurnMillis } = await longestTurn(() =>
    tenant.rest.request("POST", "/apiAnalytics/v1/views/preview", { view: { ...ofDevice(device.id), filters } }),
  );

  expect([result.status, member(result.body, "code")]).toEqual([400, "REPORT_TOO_EXPENSIVE"]);
  expect(member(result.body, "message")).toContain("compare 8388608 characters with one value");
  expect(longestTurnMillis).toBeLessThan(TURN_MILLIS_MAX);
});

test("AN §2.11: a report whose formulas read a long text again and again gives others their turn, or is refused", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  await tenant.saveAttributes(device.id, "SERVER_SCOPE", { long: "ß".repeat(60_000), longer: "ß".repeat(200_000) });
  const where = (name: string, times: number): string =>
    Array.from({ length: times }, () => `length(upper(attr.server.${name})) != 1`).join(" and ");
  const report = (condition: string): ReturnType<typeof tenant.rest.request> =>
    tenant.rest.request("POST", "/apiAnalytics/v1/views/preview", {
      view: { ...ofDevice(device.id), scope: { deviceIds: [device.id], where: condition } },
    });

  const often = await longestTurn(() => report(where("long", 40)));
  expect([often.result.status, member(often.result.body, "code")]).toEqual([400, "REPORT_TOO_EXPENSIVE"]);
  const missing = await longestTurn(() => report(`isMissing(upper(attr.server.longer)) and ${where("longer", 10)}`));
  expect([missing.result.status, member(missing.result.body, "rows")]).toEqual([200, [[device.name]]]);
  expect(Math.max(often.longestTurnMillis, missing.longestTurnMillis)).toBeLessThan(3 * TURN_MILLIS_MAX);
});

test("AN §2.11: a report whose formulas look for long parts in a long text gives others their turn", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  await tenant.saveAttributes(device.id, "SERVER_SCOPE", { long: LONG_TEXT });
  const where = nearly(4, 440)
    .map((part) => `contains(attr.server.long, "${part}")`)
    .join(" or ");
  const view = { ...ofDevice(device.id), scope: { deviceIds: [device.id], where } };

  const { result, longestTurnMillis } = await longestTurn(() =>
    tenant.rest.request("POST", "/apiAnalytics/v1/views/preview", { view }),
  );

  expect([result.status, member(result.body, "rows")]).toEqual([200, []]);
  expect(longestTurnMillis).toBeLessThan(TURN_MILLIS_MAX);
});

function ofDevice(id: string): object {
  return {
    name: "long texts",
    scope: { deviceIds: [id] },
    timeRange: { type: "rolling", amount: 1, unit: "d", timezone: "UTC" },
    fields: [{ id: "n", label: "Name", source: { type: "entity", field: "name" } }],
  };
}
