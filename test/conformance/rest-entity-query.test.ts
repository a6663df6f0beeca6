// REST contract 13: which entities a query finds, what it shows of them, in which order; and what it refuses.
import { beforeAll, describe, expect, test } from "vitest";
import { useTestPlatform } from "../support/conformance.ts";
import { member, text, type RestClient } from "../support/rest-client.ts";
import { expectError, neighbours, UNKNOWN_ID } from "../support/rest-conformance.ts";
import type { TestDevice, TestTenant } from "../support/tenant.ts";

const platform = useTestPlatform({
  settings: {
    "entityQuery.maxKeys": 8,
    "entityQuery.maxPredicates": 6,
    "entityQuery.maxListed": 4,
    "entityQuery.maxSortedRows": 1000,
    "entityQuery.maxHeldMebibytes": 1,
  },
});

const FIND = "/api/entitiesQuery/find";
const COUNT = "/api/entitiesQuery/count";
const DEVICES = { type: "entityType", entityType: "DEVICE" };

let tenant: TestTenant;
/** pump-1 to pump-4, of which each has what its test needs. */
let pumps: readonly TestDevice[];

beforeAll(async () => {
  tenant = await platform().createTenant();
  const types = ["pump", "pump", "boiler", "boiler"];
  const created = [];
  for (const [index, type] of types.entries())
    created.push(await tenant.createDevice({ name: `pump-${String(index + 1)}`, type }));
  pumps = created;
  await telemetry(0, { temperature: 10, state: "on", alarm: true, big: 9007199254740993n });
  await telemetry(1, { temperature: 20.5, state: "off", alarm: false });
  await telemetry(2, { temperature: 100, state: "standby", json: { a: 1 } });
  // pump-4 has sent nothing.
  await tenant.saveAttributes(pump(0).id, "SERVER_SCOPE", { site: "north", limit: 7 });
  await tenant.saveAttributes(pump(0).id, "SHARED_SCOPE", { site: "shared-north", mode: "eco" });
  await tenant.saveAttributes(pump(1).id, "SHARED_SCOPE", { site: "South" });
  await tenant.saveAttributes(pump(2).id, "SERVER_SCOPE", { __proto__x: 1, constructor: "ordinary" });
});

describe("which entities", () => {
  test("REST §13: entityType finds all of a kind that the caller sees", async () => {
    expect(await names({ entityFilter: DEVICES })).toEqual(["pump-1", "pump-2", "pump-3", "pump-4"]);
    expect(await count({ entityFilter: DEVICES })).toBe(4);
  });

  test("REST §13: singleEntity finds the one, and nothing of others", async () => {
    const single = (id: string) => ({ type: "singleEntity", singleEntity: { entityType: "DEVICE", id } });
    expect(await names({ entityFilter: single(pump(1).id) })).toEqual(["pump-2"]);
    expect(await names({ entityFilter: single(UNKNOWN_ID) })).toEqual([]);
    const { device } = await neighbours(platform());
    expect(await count({ entityFilter: single(device.id) })).toBe(0);
  });

  test("REST §13: entityList finds those named", async () => {
    const entityFilter = { type: "entityList", entityType: "DEVICE", entityList: [pump(3).id, pump(0).id, UNKNOWN_ID] };
    expect(await names({ entityFilter })).toEqual(["pump-1", "pump-4"]);
  });

  test("REST §13: entityName finds names by their beginning, whatever the case", async () => {
    const filter = (entityNameFilter: string) => ({ type: "entityName", entityType: "DEVICE", entityNameFilter });
    expect(await names({ entityFilter: filter("PUMP-2") })).toEqual(["pump-2"]);
    expect(await names({ entityFilter: filter("ump") })).toEqual([]);
    expect(await names({ entityFilter: filter("%") })).toEqual([]);
  });

  test("REST §13: deviceType finds devices of profiles, by the beginning of the name too", async () => {
    expect(await names({ entityFilter: { type: "deviceType", deviceTypes: ["boiler"] } })).toEqual([
      "pump-3",
      "pump-4",
    ]);
    const both = { type: "deviceType", deviceTypes: ["boiler", "pump"], deviceNameFilter: "pump-1" };
    expect(await names({ entityFilter: both })).toEqual(["pump-1"]);
    expect(await names({ entityFilter: { type: "deviceType", deviceType: "pump" } })).toEqual(["pump-1", "pump-2"]);
  });

  test("REST §13: other kinds of entities are found as the caller may read them", async () => {
    const customer = await tenant.createCustomer();
    const fields = [field("name"), field("entityType"), field("createdTime"), field("label")];
    const page = await find({
      entityFilter: { type: "singleEntity", singleEntity: { entityType: "CUSTOMER", id: customer.id } },
      entityFields: fields,
    });
    expect(member(page, "data", "0", "entityId")).toEqual({ entityType: "CUSTOMER", id: customer.id });
    expect(shown(page, 0, "ENTITY_FIELD", "entityType")).toBe("CUSTOMER");
    expect(shown(page, 0, "ENTITY_FIELD", "label")).toBe("");
    for (const [caller, entityType, wanted] of [
      [customer.rest, "DEVICE", 0],
      [customer.rest, "CUSTOMER", 1],
      [customer.rest, "USER", 1],
      [customer.rest, "TENANT", 0],
      [tenant.rest, "TENANT", 1],
      [tenant.rest, "USER", 2],
      [platform().sysAdmin, "DEVICE", 0],
      [platform().sysAdmin, "CUSTOMER", 0],
    ] as const)
      expect([entityType, await count({ entityFilter: { type: "entityType", entityType } }, caller)]).toEqual([
        entityType,
        wanted,
      ]);
  });

  test("REST §13: a customer's user sees the devices of the customer alone, and the values of no colleague", async () => {
    const customer = await tenant.createCustomer();
    const own = await tenant.createDevice({ name: `own-${customer.id}`, customerId: customer.id });
    expect(await names({ entityFilter: DEVICES }, customer.rest)).toEqual([own.name]);
    const other = await tenant.createUser({
      email: `${tenant.uniqueName("other")}@example.com`,
      authority: "CUSTOMER_USER",
      customerId: { id: customer.id },
    });
    for (const each of [customer.rest, other])
      await each.post(`/api/plugins/telemetry/USER/${await ownId(each)}/attributes/SERVER_SCOPE`, { theme: "dark" });
    const page = await find(
      { entityFilter: { type: "entityType", entityType: "USER" }, latestValues: [key("SERVER_ATTRIBUTE", "theme")] },
      other,
    );
    const themes = dataOf(page).map((entity) => [
      text(entity, "entityId", "id") === "" ? "" : text(entity, "entityId", "id"),
      text(entity, "latest", "SERVER_ATTRIBUTE", "theme", "value"),
    ]);
    const mine = await ownId(other);
    expect(themes.map(([id, theme]) => [id === mine, theme])).toEqual([
      [false, ""],
      [true, "dark"],
    ]);
    await tenant.deleteDevice(own.id);
  });
});

describe("conditions", () => {
  test.each([
    ["GREATER", 20.5, ["pump-3"]],
    ["GREATER_OR_EQUAL", 20.5, ["pump-2", "pump-3"]],
    ["LESS", 20.5, ["pump-1"]],
    ["LESS_OR_EQUAL", 20.5, ["pump-1", "pump-2"]],
    ["EQUAL", 100, ["pump-3"]],
    ["NOT_EQUAL", 100, ["pump-1", "pump-2"]],
  ])("REST §13: NUMERIC %s", async (operation, value, wanted) => {
    expect(await filtered([numeric(temperature, operation, value)])).toEqual(wanted);
  });

  test.each([
    ["EQUAL", "off", ["pump-2"]],
    ["NOT_EQUAL", "off", ["pump-1", "pump-3", "pump-4"]],
    ["STARTS_WITH", "o", ["pump-1", "pump-2"]],
    ["ENDS_WITH", "by", ["pump-3"]],
    ["CONTAINS", "n", ["pump-1", "pump-3"]],
    ["NOT_CONTAINS", "n", ["pump-2", "pump-4"]],
    ["IN", "on, standby", ["pump-1", "pump-3"]],
    ["NOT_IN", "on, standby", ["pump-2", "pump-4"]],
  ])("REST §13: STRING %s", async (operation, value, wanted) => {
    expect(await filtered([string(key("TIME_SERIES", "state"), operation, value)])).toEqual(wanted);
  });

  test("REST §13: STRING minds the case unless the query says otherwise, and looks at the text of any value", async () => {
    const site = key("ATTRIBUTE", "site");
    expect(await filtered([string(site, "EQUAL", "south")])).toEqual([]);
    expect(await filtered([string(site, "EQUAL", "south", true)])).toEqual(["pump-2"]);
    expect(await filtered([string(temperature, "EQUAL", "20.5")])).toEqual(["pump-2"]);
    expect(await filtered([string(key("TIME_SERIES", "json"), "CONTAINS", '"a":1')])).toEqual(["pump-3"]);
  });

  test("REST §13: BOOLEAN", async () => {
    const alarm = (operation: string) => [
      { key: key("TIME_SERIES", "alarm"), valueType: "BOOLEAN", predicate: predicate("BOOLEAN", operation, true) },
    ];
    expect(await filtered(alarm("EQUAL"))).toEqual(["pump-1"]);
    expect(await filtered(alarm("NOT_EQUAL"))).toEqual(["pump-2"]);
  });

  test("REST §13: a number is compared with all of its digits, and a text that spells none is no number", async () => {
    const big = key("TIME_SERIES", "big");
    expect(await filtered([numeric(big, "EQUAL", 9007199254740993n)])).toEqual(["pump-1"]);
    expect(await filtered([numeric(big, "EQUAL", 9007199254740992)])).toEqual([]);
    expect(await filtered([numeric(key("TIME_SERIES", "state"), "GREATER", 0)])).toEqual([]);
  });

  test("REST §13: a text that spells a number counts as it in conditions and orders, and is shown as it was sent", async () => {
    const other = await platform().createTenant();
    const texts = [" 7 ", "007", "-1e2", "0x10", "1,5", "NaN", "", "9007199254740993"];
    const values: readonly unknown[] = [...texts, 6.5, 8, true];
    const ids: string[] = [];
    for (const [index, value] of values.entries()) {
      const { id } = await other.createDevice({ name: `d${String(index).padStart(2, "0")}` });
      await other.rest.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, { v: value });
      await other.saveAttributes(id, "SERVER_SCOPE", { v: value });
      ids.push(id);
    }
    for (const type of ["TIME_SERIES", "SERVER_ATTRIBUTE"]) {
      const by = key(type, "v");
      const found = async (keyFilters: readonly unknown[], direction: string): Promise<unknown[]> => {
        const query = { entityFilter: DEVICES, keyFilters, latestValues: [by] };
        const page = await find(query, other.rest, { pageSize: 100, sortOrder: { key: by, direction } });
        return dataOf(page).map((_entity, index) => shown(page, index, type, "v"));
      };
      const numbers = ["-1e2", "6.5", " 7 ", "007", "8", "9007199254740993"];
      expect(await found([], "ASC")).toEqual(["true", ...numbers, "", "0x10", "1,5", "NaN"]);
      const descending = ["9007199254740993", "8", " 7 ", "007", "6.5", "-1e2"];
      expect(await found([], "DESC")).toEqual(["NaN", "1,5", "0x10", "", ...descending, "true"]);
      expect(await found([numeric(by, "GREATER_OR_EQUAL", -100)], "ASC")).toEqual(numbers);
      expect(await found([numeric(by, "EQUAL", 7)], "ASC")).toEqual([" 7 ", "007"]);
      expect(await found([numeric(by, "NOT_EQUAL", 7)], "ASC")).toEqual(["-1e2", "6.5", "8", "9007199254740993"]);
      expect(await found([numeric(by, "EQUAL", 9007199254740993n)], "ASC")).toEqual(["9007199254740993"]);
      expect(await found([numeric(by, "EQUAL", 9007199254740992)], "ASC")).toEqual([]);
      const either = {
        key: by,
        predicate: {
          type: "COMPLEX",
          operation: "OR",
          predicates: [predicate("NUMERIC", "LESS", 0), predicate("STRING", "EQUAL", "1,5")],
        },
      };
      expect(await found([either], "ASC")).toEqual(["-1e2", "1,5"]);
      const query = { entityFilter: DEVICES, keyFilters: [numeric(by, "LESS", 7.5)] };
      expect(await other.rest.post(COUNT, query)).toBe(4);
    }
    expect(await other.latestValues(ids[1] ?? "")).toEqual({ v: "007" });
  });

  test("REST §13: COMPLEX joins by AND or OR, and nests", async () => {
    const complex = (operation: string, ...predicates: object[]) => ({ type: "COMPLEX", operation, predicates });
    const less = predicate("NUMERIC", "LESS", 15);
    const greater = predicate("NUMERIC", "GREATER", 50);
    const either = { key: temperature, valueType: "NUMERIC", predicate: complex("OR", less, greater) };
    expect(await filtered([either])).toEqual(["pump-1", "pump-3"]);
    const nested = complex("AND", complex("OR", less, greater), predicate("NUMERIC", "NOT_EQUAL", 100));
    expect(await filtered([{ ...either, predicate: nested }])).toEqual(["pump-1"]);
  });

  test("REST §13: all conditions have to hold, or one with keyFiltersOperation OR", async () => {
    const filters = [numeric(temperature, "GREATER", 50), string(key("ATTRIBUTE", "site"), "EQUAL", "north")];
    expect(await filtered(filters)).toEqual([]);
    expect(await names({ entityFilter: DEVICES, keyFilters: filters, keyFiltersOperation: "OR" })).toEqual([
      "pump-1",
      "pump-3",
    ]);
    expect(await count({ entityFilter: DEVICES, keyFilters: filters, keyFiltersOperation: "OR" })).toBe(2);
  });

  test("REST §13: attributes by scope; without one the server's goes before the shared", async () => {
    expect(await filtered([string(key("ATTRIBUTE", "site"), "CONTAINS", "north")])).toEqual(["pump-1"]);
    expect(await filtered([string(key("SHARED_ATTRIBUTE", "site"), "EQUAL", "shared-north")])).toEqual(["pump-1"]);
    expect(await filtered([string(key("ATTRIBUTE", "site"), "EQUAL", "shared-north")])).toEqual([]);
    expect(await filtered([string(key("CLIENT_ATTRIBUTE", "site"), "NOT_EQUAL", "")])).toHaveLength(4);
    expect(await filtered([string(key("SERVER_ATTRIBUTE", "constructor"), "EQUAL", "ordinary")])).toEqual(["pump-3"]);
  });

  test("REST §13: fields, the time of creation as a number", async () => {
    expect(await filtered([string(field("type"), "EQUAL", "boiler")])).toEqual(["pump-3", "pump-4"]);
    const created = Number(member(await tenant.rest.get(`/api/device/${pump(0).id}`), "createdTime"));
    expect(await filtered([{ ...numeric(field("createdTime"), "LESS", created), valueType: "DATE_TIME" }])).toEqual([]);
    expect(await filtered([numeric(field("createdTime"), "GREATER_OR_EQUAL", created)])).toHaveLength(4);
  });

  test("REST §13: a user's value goes before the default one", async () => {
    const value = { defaultValue: 0, userValue: 50, dynamicValue: { sourceType: null } };
    const own = { key: temperature, valueType: "NUMERIC", predicate: { ...predicate("NUMERIC", "GREATER", 0), value } };
    expect(await filtered([own])).toEqual(["pump-3"]);
  });
});

describe("what is shown, and in which order", () => {
  test("REST §13: the object has every member, values are strings, missing ones are empty", async () => {
    const page = await find({
      entityFilter: { type: "singleEntity", singleEntity: { entityType: "DEVICE", id: pump(0).id } },
      entityFields: [field("name")],
      latestValues: [
        temperature,
        key("TIME_SERIES", "big"),
        key("SERVER_ATTRIBUTE", "limit"),
        key("ATTRIBUTE", "none"),
      ],
    });
    const { ts } = (await tenant.latest(pump(0).id))["temperature"] ?? {};
    const limitTs = Number(member(page, "data", "0", "latest", "SERVER_ATTRIBUTE", "limit", "ts"));
    expect(page).toEqual({
      data: [
        {
          entityId: { entityType: "DEVICE", id: pump(0).id },
          latest: {
            ENTITY_FIELD: { name: { ts: 0, value: "pump-1", count: null } },
            TIME_SERIES: {
              temperature: { ts, value: "10", count: null },
              big: { ts, value: "9007199254740993", count: null },
            },
            SERVER_ATTRIBUTE: { limit: { ts: limitTs, value: "7", count: null } },
            ATTRIBUTE: { none: { ts: 0, value: "", count: null } },
          },
          timeseries: {},
          aggLatest: {},
        },
      ],
      totalPages: 1,
      totalElements: 1,
      hasNext: false,
    });
    expect(limitTs).toBe(platform().clock.now());
  });

  test.each([
    [field("name"), "DESC", ["pump-4", "pump-3", "pump-2", "pump-1"]],
    [field("type"), "ASC", ["pump-3", "pump-4", "pump-1", "pump-2"]],
    [key("TIME_SERIES", "temperature"), "ASC", ["pump-1", "pump-2", "pump-3", "pump-4"]],
    [key("TIME_SERIES", "temperature"), "DESC", ["pump-3", "pump-2", "pump-1", "pump-4"]],
    [key("TIME_SERIES", "state"), "ASC", ["pump-2", "pump-1", "pump-3", "pump-4"]],
    [key("SHARED_ATTRIBUTE", "site"), "ASC", ["pump-2", "pump-1", "pump-3", "pump-4"]],
    [field("id"), "DESC", ["pump-4", "pump-3", "pump-2", "pump-1"]],
  ])("REST §13: sorted by %j %s, entities without the value last, ids breaking ties", async (by, direction, wanted) => {
    const sortOrder = { key: by, direction };
    expect(await names({ entityFilter: DEVICES }, tenant.rest, { sortOrder })).toEqual(wanted);
    const some = [string(field("name"), "NOT_EQUAL", "none")];
    expect(await names({ entityFilter: DEVICES, keyFilters: some }, tenant.rest, { sortOrder })).toEqual(wanted);
  });

  test("REST §13: pages with totals, past the end empty, also where a condition or an order is in the way", async () => {
    const some = [string(field("name"), "NOT_EQUAL", "pump-1")];
    const sortOrder = { key: temperature, direction: "DESC" };
    for (const [keyFilters, link, wanted] of [
      [[], { pageSize: 3, page: 1 }, [["pump-4"], 2, 4, false]],
      [[], { pageSize: 3, page: 0 }, [["pump-1", "pump-2", "pump-3"], 2, 4, true]],
      [some, { pageSize: 2, page: 0 }, [["pump-2", "pump-3"], 2, 3, true]],
      [some, { pageSize: 2, page: 1 }, [["pump-4"], 2, 3, false]],
      [some, { pageSize: 1, page: 1, sortOrder }, [["pump-2"], 3, 3, true]],
      [some, { pageSize: 2, page: 7 }, [[], 2, 3, false]],
    ] as const) {
      const page = await find({ entityFilter: DEVICES, keyFilters, entityFields: [field("name")] }, tenant.rest, link);
      const found = dataOf(page).map((entity) => text(entity, "latest", "ENTITY_FIELD", "name", "value"));
      expect([found, ...["totalPages", "totalElements", "hasNext"].map((name) => member(page, name))]).toEqual(wanted);
    }
  });

  test("REST §13: textSearch looks at what is shown, whatever the case, and at the name where nothing is", async () => {
    const search = (textSearch: string, query: object = {}) =>
      names({ entityFilter: DEVICES, ...query }, tenant.rest, { textSearch });
    expect(await search("MP-3")).toEqual(["pump-3"]);
    expect(await search("standby")).toEqual([]);
    expect(await search("STANDBY", { latestValues: [key("TIME_SERIES", "state")] })).toEqual(["pump-3"]);
    expect(await search("20.5", { latestValues: [temperature] })).toEqual(["pump-2"]);
    const page = await find({ entityFilter: DEVICES }, tenant.rest, { textSearch: "ump-4" });
    expect([member(page, "totalElements"), text(page, "data", "0", "entityId", "id")]).toEqual([1, pump(3).id]);
  });

  test("REST §13: the direction of an order may be written in any case of letters", async () => {
    const sorted = (direction: string): Promise<string[]> =>
      names({ entityFilter: DEVICES }, tenant.rest, { sortOrder: { key: field("name"), direction } });
    expect(await sorted("desc")).toEqual(await sorted("DESC"));
    expect(await sorted("Desc")).toEqual((await sorted("asc")).toReversed());
  });

  test("REST §1.3: any pageSize is taken, and names like __proto__ are keys as others are", async () => {
    const page = await find(
      {
        entityFilter: DEVICES,
        latestValues: [key("SERVER_ATTRIBUTE", "__proto__"), key("SERVER_ATTRIBUTE", "constructor")],
      },
      tenant.rest,
      { pageSize: 2_147_483_647 },
    );
    expect(dataOf(page)).toHaveLength(4);
    expect(JSON.stringify(member(page, "data", "2", "latest", "SERVER_ATTRIBUTE"))).toContain('"constructor":{');
    expect(shown(page, 2, "SERVER_ATTRIBUTE", "constructor")).toBe("ordinary");
  });
});

describe("keys", () => {
  const keysOf = async (query: object, parameters = "", caller: RestClient = tenant.rest): Promise<unknown> =>
    await caller.post(`${FIND}/keys?${parameters}`, { pageLink: { pageSize: 10, page: 0 }, ...query });

  test("REST §13: the keys of the entities of a page, telemetry and attributes, of all scopes or of one", async () => {
    const boilers = { entityFilter: { type: "deviceType", deviceTypes: ["boiler"] } };
    const timeseries = ["json", "state", "temperature"];
    expect(await keysOf(boilers)).toEqual({
      entityTypes: ["DEVICE"],
      timeseries,
      attribute: ["__proto__x", "active", "constructor"],
    });
    const both = { entityFilter: { type: "deviceType", deviceTypes: ["pump"] } };
    const found = async (parameters: string): Promise<unknown> => await keysOf(both, parameters);
    const names = ["alarm", "big", "state", "temperature"];
    expect(await found("timeseries=true&attributes=false")).toMatchObject({ timeseries: names, attribute: [] });
    expect(await found("timeseries=false&attributes=true&scope=SHARED_SCOPE")).toMatchObject({
      timeseries: [],
      attribute: ["mode", "site"],
    });
    const first = { pageLink: { pageSize: 1, page: 1, sortOrder: { key: field("name"), direction: "ASC" } } };
    expect(await keysOf({ ...both, ...first })).toMatchObject({ timeseries: ["alarm", "state", "temperature"] });
    const none = { entityFilter: { type: "deviceType", deviceTypes: ["none"] } };
    expect(await keysOf(none)).toEqual({ entityTypes: [], timeseries: [], attribute: [] });
    const wrong = await tenant.rest.request("POST", `${FIND}/keys?scope=ANY`, boilers);
    expectError(wrong, 400, 31);
    expectError(await tenant.rest.request("POST", `${FIND}/keys`, {}), 400, 31);
  });

  test("REST §13: nobody learns the keys of entities that he does not see, nor of users whose values he does not", async () => {
    const single = (entityType: string, id: string) => ({
      entityFilter: { type: "singleEntity", singleEntity: { entityType, id } },
    });
    const nothing = { entityTypes: [], timeseries: [], attribute: [] };
    const { device } = await neighbours(platform());
    expect(await keysOf(single("DEVICE", device.id))).toEqual(nothing);
    expect(await keysOf({ entityFilter: DEVICES }, "", platform().sysAdmin)).toEqual(nothing);
    const customer = await tenant.createCustomer();
    expect(await keysOf(single("DEVICE", pump(0).id), "", customer.rest)).toEqual(nothing);
    const own = await tenant.createDevice({ customerId: customer.id });
    await tenant.saveAttributes(own.id, "SERVER_SCOPE", { own: 1 });
    expect(await keysOf({ entityFilter: DEVICES }, "", customer.rest)).toMatchObject({ attribute: ["active", "own"] });
    const other = await tenant.createUser({
      email: `${tenant.uniqueName("other")}@example.com`,
      authority: "CUSTOMER_USER",
      customerId: { id: customer.id },
    });
    const [me, colleague] = [await ownId(customer.rest), await ownId(other)];
    for (const id of [me, colleague])
      await tenant.rest.post(`/api/plugins/telemetry/USER/${id}/attributes/SERVER_SCOPE`, { [`of ${id}`]: 1 });
    const users = { entityFilter: { type: "entityType", entityType: "USER" } };
    expect(await keysOf(users, "", customer.rest)).toMatchObject({ entityTypes: ["USER"], attribute: [`of ${me}`] });
    await tenant.deleteDevice(own.id);
  });
});

describe("what is refused", () => {
  const link = { pageSize: 10, page: 0 };
  const refusals: readonly (readonly [string, object, string])[] = [
    ["another filter", { entityFilter: { type: "relationsQuery" } }, "entityFilter.type"],
    ["no filter", {}, "entityFilter"],
    ["another kind", { entityFilter: { type: "entityType", entityType: "ASSET" } }, "ASSET"],
    [
      "a malformed id",
      { entityFilter: { type: "singleEntity", singleEntity: { entityType: "DEVICE", id: "x" } } },
      "UUID",
    ],
    ["an empty list", { entityFilter: { type: "entityList", entityType: "DEVICE", entityList: [] } }, "entityList"],
    ["no device type", { entityFilter: { type: "deviceType", deviceTypes: [] } }, "deviceTypes"],
    [
      "a long list",
      { entityFilter: { type: "deviceType", deviceTypes: ["a", "b", "c", "d", "e"] } },
      "may have 4 entries (entityQuery.maxListed), got 5",
    ],
    ["another key type", { latestValues: [{ type: "ALARM_FIELD", key: "a" }] }, "latestValues[0].type"],
    ["an unknown field", { entityFields: [{ type: "ENTITY_FIELD", key: "colour" }] }, "entityFields[0].key"],
    ["a blank key", { latestValues: [{ type: "TIME_SERIES", key: " " }] }, "blank"],
    ["a field that is none", { entityFields: [{ type: "TIME_SERIES", key: "a" }] }, "must be ENTITY_FIELD"],
    [
      "another operation",
      { keyFilters: [numeric(key("TIME_SERIES", "temperature"), "ABOUT", 1)] },
      "keyFilters[0].predicate.operation",
    ],
    ["a text for a number", { keyFilters: [numeric(key("TIME_SERIES", "a"), "LESS", "7")] }, "must be a number"],
    [
      "a predicate that is not of the value's type",
      { keyFilters: [{ ...numeric(key("TIME_SERIES", "a"), "LESS", 7), valueType: "STRING" }] },
      "must be STRING",
    ],
    [
      "a dynamic value",
      {
        keyFilters: [
          {
            key: key("TIME_SERIES", "a"),
            predicate: {
              type: "NUMERIC",
              operation: "LESS",
              value: { defaultValue: 1, dynamicValue: { sourceType: "CURRENT_USER", sourceAttribute: "a" } },
            },
          },
        ],
      },
      "dynamicValue",
    ],
    [
      "an empty COMPLEX",
      {
        keyFilters: [
          { key: key("TIME_SERIES", "a"), predicate: { type: "COMPLEX", operation: "AND", predicates: [] } },
        ],
      },
      "predicates",
    ],
    ["another keyFiltersOperation", { keyFiltersOperation: "XOR" }, "keyFiltersOperation"],
    [
      "too many keys",
      { latestValues: Array.from({ length: 9 }, (_, index) => key("TIME_SERIES", `k${String(index)}`)) },
      "may name 8 keys (entityQuery.maxKeys), got 9",
    ],
    [
      "too many predicates",
      { keyFilters: Array.from({ length: 7 }, () => numeric(key("TIME_SERIES", "a"), "LESS", 1)) },
      "may have 6 predicates (entityQuery.maxPredicates)",
    ],
    [
      "a page too deep in an order",
      {
        keyFilters: [numeric(key("TIME_SERIES", "a"), "LESS", 1)],
        pageLink: { pageSize: 600, page: 1, sortOrder: { key: key("TIME_SERIES", "a"), direction: "ASC" } },
      },
      "may reach 1000 rows (entityQuery.maxSortedRows)",
    ],
    ["no pageLink", { pageLink: null }, "pageLink is required"],
    ["a pageSize of 0", { pageLink: { pageSize: 0, page: 0 } }, "pageLink.pageSize"],
    ["a page below 0", { pageLink: { pageSize: 1, page: -1 } }, "pageLink.page"],
    ["another direction", { pageLink: { ...link, sortOrder: { key: field("name"), direction: "UP" } } }, "direction"],
    ["a body that is no object", [], "must be an object"],
  ];

  test.each(refusals)("REST §13: %s is answered with 400/31 that names it", async (_what, query, names) => {
    const body = Array.isArray(query) ? query : { entityFilter: DEVICES, pageLink: link, ...query };
    const sent = _what === "no filter" ? { pageLink: link } : body;
    const answer = await tenant.rest.request("POST", FIND, sent);
    expectError(answer, 400, 31);
    expect(text(answer.body, "message")).toContain(names);
  });

  test("REST §13: without a body, and with one that is not JSON", async () => {
    for (const path of [FIND, COUNT]) expectError(await tenant.rest.request("POST", path), 400, 31);
  });
});

test("REST §13: a query sees what has been saved and deleted before it", async () => {
  const device = await tenant.createDevice({ name: "fresh" });
  const fresh = { type: "entityName", entityType: "DEVICE", entityNameFilter: "fresh" };
  const query = { entityFilter: fresh, keyFilters: [numeric(temperature, "EQUAL", 1)] };
  expect(await count(query)).toBe(0);
  await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, { temperature: 1 });
  expect(await count(query)).toBe(1);
  await tenant.deleteDevice(device.id);
  expect(await count(query)).toBe(0);
});

describe("texts that are too long to be held together", () => {
  const long = key("SERVER_ATTRIBUTE", "long");
  const wide = key("SERVER_ATTRIBUTE", "wide");
  let writer: TestTenant;

  beforeAll(async () => {
    writer = await platform().createTenant();
    for (let index = 0; index < 12; index++) {
      const device = await writer.createDevice({ name: `long-${String(index).padStart(2, "0")}` });
      const text = `${index % 2 === 0 ? "even" : "odd"} ${"x".repeat(300_000)}`;
      await writer.saveAttributes(device.id, "SERVER_SCOPE", { long: text });
    }
  });

  test("REST §13: entities whose values are longer together than a query may hold are found, counted and shown alike", async () => {
    const odd = [string(long, "STARTS_WITH", "odd")];
    const oddNames = ["01", "03", "05", "07", "09", "11"].map((number) => `long-${number}`);
    expect(await count({ entityFilter: DEVICES, keyFilters: odd }, writer.rest)).toBe(6);
    expect(await names({ entityFilter: DEVICES, keyFilters: odd }, writer.rest)).toEqual(oddNames);
    const shown = await writer.rest.post(FIND, {
      entityFilter: DEVICES,
      latestValues: [long],
      pageLink: { pageSize: 20, page: 0, textSearch: "ODD X" },
    });
    expect(member(shown, "totalElements")).toBe(6);
    expect(JSON.stringify(shown).length).toBeGreaterThan(6 * 300_000);
  });

  test("REST §13: what is too long for an order, or in a single entity, is refused with the limit", async () => {
    const refusal = async (path: string, query: object): Promise<string> => {
      const body = { entityFilter: DEVICES, pageLink: { pageSize: 10, page: 0 }, ...query };
      const answer = await writer.rest.request("POST", path, body);
      expectError(answer, 400, 31);
      return text(answer.body, "message");
    };
    const pageLink = { pageSize: 10, page: 0, sortOrder: { key: long, direction: "ASC" } };
    expect(await refusal(FIND, { pageLink })).toMatch(
      /sorts by may have 524288 characters .*entityQuery\.maxHeldMebibytes/,
    );
    const device = await writer.createDevice({ name: "wide" });
    await writer.saveAttributes(device.id, "SERVER_SCOPE", { wide: "x".repeat(1_100_000) });
    expect(await refusal(COUNT, { keyFilters: [string(wide, "CONTAINS", "x")] })).toMatch(
      new RegExp(`1048576 characters \\(entityQuery\\.maxHeldMebibytes\\), those of ${device.id} have more`),
    );
  });
});

test("REST §13: more entities than are looked at in one go are found, counted and sorted alike", async () => {
  const many = await platform().createTenant();
  const entities = 1100;
  // Devices by a gateway cost least.
  const gateway = await many.createGateway();
  const client = await platform().connect(gateway.token, 5);
  for (let from = 0; from < entities; from += 100) {
    const message: Record<string, unknown> = {};
    for (let index = from; index < from + 100; index++)
      message[`m-${String(index).padStart(4, "0")}`] = [{ ts: 1_700_000_000_000, values: { value: index % 1000 } }];
    await client.publish("v1/gateway/telemetry", message);
  }
  const value = key("TIME_SERIES", "value");
  const keyFilters = [numeric(value, "GREATER_OR_EQUAL", 50)];
  expect(await count({ entityFilter: DEVICES, keyFilters }, many.rest)).toBe(1000);
  const sortOrder = { key: value, direction: "DESC" };
  const last = { pageSize: 2, page: 499, sortOrder };
  expect(await names({ entityFilter: DEVICES, keyFilters }, many.rest, last)).toEqual(["m-1050", "m-0050"].toSorted());
  const byId = { pageSize: 2, page: 499 };
  expect(await names({ entityFilter: DEVICES, keyFilters }, many.rest, byId)).toEqual(["m-1098", "m-1099"]);
});

function pump(index: number): TestDevice {
  const device = pumps[index];
  if (device === undefined) throw new Error(`there is no pump ${String(index)}`);
  return device;
}

async function telemetry(index: number, values: Readonly<Record<string, unknown>>): Promise<void> {
  await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${pump(index).id}/timeseries/ANY`, values);
}

function key(type: string, name: string) {
  return { type, key: name };
}

function field(name: string) {
  return key("ENTITY_FIELD", name);
}

const temperature = key("TIME_SERIES", "temperature");

function predicate(type: string, operation: string, defaultValue: unknown, ignoreCase = false) {
  return { type, operation, value: { defaultValue }, ...(ignoreCase ? { ignoreCase } : {}) };
}

function numeric(of: object, operation: string, value: unknown) {
  return { key: of, valueType: "NUMERIC", predicate: predicate("NUMERIC", operation, value) };
}

function string(of: object, operation: string, value: string, ignoreCase = false) {
  return { key: of, valueType: "STRING", predicate: predicate("STRING", operation, value, ignoreCase) };
}

function find(query: object, caller: RestClient = tenant.rest, link: object = {}): Promise<unknown> {
  return caller.post(FIND, { ...query, pageLink: { pageSize: 10, page: 0, ...link } });
}

async function count(query: object, caller: RestClient = tenant.rest): Promise<unknown> {
  return await caller.post(COUNT, query);
}

function dataOf(page: unknown): unknown[] {
  const data = member(page, "data");
  if (!Array.isArray(data)) throw new Error("a page must have data");
  return data;
}

function shown(page: unknown, row: number, type: string, name: string): unknown {
  return member(page, "data", String(row), "latest", type, name, "value");
}

/** Names of what is found, in its order. */
async function names(query: object, caller: RestClient = tenant.rest, link: object = {}): Promise<string[]> {
  const shownKeys = member(query, "latestValues") === undefined ? {} : { latestValues: member(query, "latestValues") };
  const page = await find({ entityFields: [field("name")], ...query, ...shownKeys }, caller, link);
  return dataOf(page).map((entity) => text(entity, "latest", "ENTITY_FIELD", "name", "value"));
}

function filtered(keyFilters: readonly object[]): Promise<string[]> {
  return names({ entityFilter: DEVICES, keyFilters });
}

async function ownId(caller: RestClient): Promise<string> {
  return text(await caller.get("/api/auth/user"), "id", "id");
}
