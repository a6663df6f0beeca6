// REST contract 7: lists of devices with chosen values, and devices as CSV files, imported and exported.
import { beforeAll, describe, expect, test } from "vitest";
import { useTestPlatform } from "../support/conformance.ts";
import { exported } from "../support/history-files.ts";
import { member, text, type RestAnswer, type RestClient } from "../support/rest-client.ts";
import { expectError } from "../support/rest-conformance.ts";
import type { TestDevice, TestTenant } from "../support/tenant.ts";
import { parseNamed } from "../../src/lib/json-names.ts";

const platform = useTestPlatform();

const FIND = "/api/entitiesQuery/find";
const EXPORT = "/api/devices/export";
const LONE_BYTE = Uint8Array.of(0x6e, 0x61, 0x6d, 0x65, 0x0a, 0xe4, 0x0a);

async function send(rest: RestClient, body: string | Uint8Array<ArrayBuffer>, query = ""): Promise<RestAnswer> {
  const path = `/api/devices/import?${query}`;
  const answer = await fetch(`${rest.baseUrl}${path}`, {
    method: "POST",
    headers: { "x-authorization": rest.authorization ?? "", "content-type": "text/csv" },
    body,
  });
  const answered = await answer.text();
  const { status, headers } = answer;
  rest.answerCheck?.check("POST", path, { status, headers, text: answered });
  return { status, headers, text: answered, body: answered === "" ? undefined : parseNamed(answered) };
}

async function imported(rest: RestClient, body: string, query = ""): Promise<unknown> {
  const answer = await send(rest, body, query);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

/** Each row as "line name outcome", with the columns that change or the reason. */
function outcomes(report: unknown): string[] {
  const rows = member(report, "rows") as readonly Readonly<Record<string, unknown>>[];
  return rows.map(({ line, name, outcome, changes, reason }) =>
    [line, name, outcome, ...(changes as string[]), ...(reason === null ? [] : [reason])].map(String).join(" "),
  );
}

describe("lists of devices", () => {
  let tenant: TestTenant;
  let customer: { readonly id: string; readonly rest: RestClient };
  let gateway: TestDevice;

  beforeAll(async () => {
    tenant = await platform().createTenant();
    customer = await tenant.createCustomer();
    gateway = await tenant.createGateway({ name: "gate" });
    const through = { lastConnectedGateway: gateway.id };
    await tenant.createDevice({ name: "a-pump", type: "pump", additionalInfo: through, customerId: customer.id });
    await tenant.createDevice({ name: "b-boiler", type: "boiler", additionalInfo: through });
    const { id } = await tenant.createDevice({ name: "c-pump", type: "pump" });
    await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, { power: 21.5 });
  });

  /** Asked in the order of a value, and in that of names, which has an index; both must find the same. */
  async function listed(filter: object, rest = tenant.rest): Promise<string[]> {
    const byValue = await ordered(filter, { type: "TIME_SERIES", key: "power" }, rest);
    const byName = await ordered(filter, { type: "ENTITY_FIELD", key: "name" }, rest);
    expect(byName).toEqual(byValue.toSorted());
    return byValue;
  }

  async function ordered(filter: object, key: object, rest: RestClient): Promise<string[]> {
    const page = await rest.post(FIND, {
      entityFilter: { type: "deviceList", ...filter },
      entityFields: ["name", "gatewayName"].map((key) => ({ type: "ENTITY_FIELD", key })),
      latestValues: [{ type: "TIME_SERIES", key: "power" }],
      pageLink: { pageSize: 10, page: 0, sortOrder: { key } },
    });
    return (member(page, "data") as readonly unknown[]).map((row) => {
      const shown = (type: string, key: string): string => text(row, "latest", type, key, "value");
      return `${shown("ENTITY_FIELD", "name")} ${shown("ENTITY_FIELD", "gatewayName")} ${shown("TIME_SERIES", "power")}`;
    });
  }

  test("REST-123: an entity query finds what a list of devices shows, in the order of a value, with the gateway that connected each last as far as the caller sees it", async () => {
    expect(await listed({})).toEqual(["c-pump  21.5", "gate  ", "a-pump gate ", "b-boiler gate "]);
    expect(await listed({ textSearch: "PUMP" })).toEqual(["c-pump  21.5", "a-pump gate "]);
    expect(await listed({ gateway: true })).toEqual(["gate  "]);
    expect(await listed({ active: true })).toEqual([]);
    expect(await listed({ active: false, textSearch: "pump" })).toHaveLength(2);
    expect(await listed({ customerId: customer.id })).toEqual(["a-pump gate "]);
    const infos = await tenant.rest.get("/api/tenant/deviceInfos?pageSize=10&page=0&type=boiler");
    const deviceProfileId = text(infos, "data", "0", "deviceProfileId", "id");
    expect(await listed({ deviceProfileId, gateway: false })).toEqual(["b-boiler gate "]);

    expect(await listed({}, customer.rest)).toEqual(["a-pump  "]);
    await tenant.rest.post(`/api/customer/${customer.id}/device/${gateway.id}`);
    expect(await listed({}, customer.rest)).toEqual(["gate  ", "a-pump gate "]);

    const stranger = await platform().createTenant();
    expect(await listed({ customerId: customer.id }, stranger.rest)).toEqual([]);
  });

  test("a filter that is none is refused with its name", async () => {
    for (const [filter, named] of [
      [{ active: "yes" }, "entityFilter.active"],
      [{ customerId: "north" }, "entityFilter.customerId"],
      [{ textSearch: "x".repeat(256) }, "entityFilter.textSearch"],
    ] as const) {
      const answer = await tenant.rest.request("POST", FIND, {
        entityFilter: { type: "deviceList", ...filter },
        pageLink: { pageSize: 1, page: 0 },
      });
      expect([answer.status, text(answer.body, "message")]).toEqual([400, expect.stringContaining(named)]);
    }
  });
});

describe("import", () => {
  test("REST-124: an import creates and changes devices row by row, and a dry run says the same and writes nothing", async () => {
    const tenant = await platform().createTenant();
    const customer = await tenant.createCustomer();
    const title = text(await tenant.rest.get(`/api/customer/${customer.id}`), "title");
    const { id } = await tenant.createDevice({ name: "old" });
    await tenant.saveAttributes(id, "SERVER_SCOPE", { site: "north", floor: 2 });
    await tenant.createDevice({ name: "same" });
    const { token } = await tenant.createDevice({ name: "other" });
    const csv = [
      "name,label,profile,gateway,customer,token,server:site,server:floor,shared:mode",
      "new,Hall 3,boiler,yes,,token-of-new,south,3,eco",
      `old,,,,${title},,south,2,`,
      "same,,default,no,,,,,",
      "new,,,,,,,,",
      ",nameless,,,,,,,",
      "lost,,,,Nobody,,,,",
      `thief,,,,,${token},,,`,
      "odd,,,maybe,,,,,",
      "",
    ].join("\r\n");
    const wanted = [
      "2 new new",
      "3 old changed customer server:site",
      "4 same unchanged",
      "5 new refused line 2 has the same name",
      "6  refused the row has no name",
      '7 lost refused there is no customer "Nobody"',
      "8 thief refused another device has this token already",
      '9 odd refused gateway must be one of true, yes, 1, false, no, 0, got "maybe"',
    ];

    const dry = await imported(tenant.rest, csv, "dryRun=true");
    expect(outcomes(dry)).toEqual(wanted);
    expect(member(dry, "newProfiles")).toEqual(["boiler"]);
    expect(await tenant.device("new")).toBeUndefined();
    expect(await tenant.profileNames()).toEqual(["default"]);
    expect(await tenant.attributes(id, "SERVER_SCOPE")).toMatchObject({ site: "north" });

    const report = await imported(tenant.rest, csv);
    expect(outcomes(report)).toEqual(wanted);
    expect(member(report, "counts")).toEqual({ new: 1, changed: 1, unchanged: 1, refused: 5 });
    const created = await tenant.existing("new");
    expect(created.token).toBe("token-of-new");
    expect(await tenant.device("new")).toMatchObject({
      label: "Hall 3",
      type: "boiler",
      additionalInfo: { gateway: true },
    });
    expect(await tenant.attributes(created.id, "SERVER_SCOPE")).toMatchObject({ site: "south", floor: 3 });
    expect(await tenant.attributes(created.id, "SHARED_SCOPE")).toEqual({ mode: "eco" });
    expect(await tenant.attributes(id, "SERVER_SCOPE")).toMatchObject({ site: "south", floor: 2 });
    expect(text(await tenant.device("old"), "customerId", "id")).toBe(customer.id);

    const again = outcomes(await imported(tenant.rest, csv)).slice(0, 3);
    expect(again).toEqual(["2 new unchanged", "3 old unchanged", "4 same unchanged"]);
  });

  test("a file as a spreadsheet writes it is read: with a BOM, semicolons, quotes and rows without anything", async () => {
    const tenant = await platform().createTenant();
    const csv =
      '\uFEFF"Device name";"Device profile";"server:place";Remark\r\n"Kessel ""7""";pump;"Halle 1; links\noben";x\r\n;;;\r\n';
    const report = await imported(tenant.rest, csv);
    expect(outcomes(report)).toEqual(['2 Kessel "7" new']);
    expect(member(report, "columns")).toEqual([
      { head: "Device name", word: "name" },
      { head: "Device profile", word: "profile" },
      { head: "server:place", word: "server:place" },
      { head: "Remark", word: "-" },
    ]);
    const { id } = await tenant.existing('Kessel "7"');
    expect(await tenant.attributes(id, "SERVER_SCOPE")).toMatchObject({ place: "Halle 1; links\noben" });
  });

  test("columns are what the caller says they are, and a new device tells its random token", async () => {
    const tenant = await platform().createTenant();
    const columns = ["name", "server:site", "-"].map((word) => `columns=${encodeURIComponent(word)}`).join("&");
    const report = await imported(tenant.rest, "Serial\tWhere\tname\nX-1\tnorth\tignored\n", columns);
    expect(outcomes(report)).toEqual(["2 X-1 new"]);
    const { id, token } = await tenant.existing("X-1");
    expect(member(report, "rows", "0")).toMatchObject({ deviceId: id, accessToken: token });
    expect(await tenant.attributes(id, "SERVER_SCOPE")).toMatchObject({ site: "north" });
  });

  test("a head that cannot be imported is refused, and so is a file that is not UTF-8", async () => {
    const { rest } = await platform().createTenant();
    for (const [body, query, message] of [
      ["", "", "empty"],
      ["label\nx\n", "", "no column of the file is the name"],
      ["name,device\na,b\n", "", 'two columns of the file are "name"'],
      ["name,a\nx,1\n", "columns=name", "one for each of the 2"],
      ["name,a\nx,1\n", "columns=name&columns=telemetry:a", "columns must be of"],
      ["name,a\nx,1\n", "columns=name&columns=server:active", "kept by the platform"],
    ] as const) {
      const answer = await send(rest, body, query);
      expect([answer.status, text(answer.body, "message")]).toEqual([400, expect.stringContaining(message)]);
    }
    const answer = await send(rest, LONE_BYTE);
    expect(text(answer.body, "message")).toContain("line 2 is not UTF-8");
  });

  test("a file of too many rows writes nothing", async () => {
    const tenant = await platform().createTenant();
    const rows = Array.from({ length: 20_001 }, (_, index) => `device-${String(index)}`);
    const answer = await send(tenant.rest, `name\n${rows.join("\n")}\n`);
    expect([answer.status, member(answer.body, "errorCode")]).toEqual([413, 31]);
    expect(text(answer.body, "message")).toContain("may have 20000 rows");
    expect(await tenant.deviceCount()).toBe(0);
  });

  test("the tenant's limit of devices holds, in a dry run too", async () => {
    const tenant = await platform().createTenant({ maxDevices: 2 });
    await tenant.createDevice();
    const csv = "name\none\ntwo\n";
    for (const query of ["dryRun=true", ""]) {
      const [one, two = ""] = outcomes(await imported(tenant.rest, csv, query));
      expect(one).toBe("2 one new");
      expect(two).toContain("3 two refused");
      expect(two).toContain("the tenant may have 2 devices");
    }
    expect(await tenant.deviceCount()).toBe(2);
  });

  test("nobody else's devices and customers are touched, and users of customers import nothing", async () => {
    const [tenant, stranger] = [await platform().createTenant(), await platform().createTenant()];
    const { name, token } = await tenant.createDevice();
    const customer = await tenant.createCustomer();
    const title = text(await tenant.rest.get(`/api/customer/${customer.id}`), "title");
    const report = await imported(stranger.rest, `name,customer,token\n${name},,\nb,${title},\nc,,${token}\n`);
    expect(outcomes(report)).toEqual([
      `2 ${name} new`,
      `3 b refused there is no customer "${title}"`,
      "4 c refused another device has this token already",
    ]);
    expect((await tenant.existing(name)).token).toBe(token);
    expectError(await send(customer.rest, "name\nx\n"), 403, 20);
  });
});

describe("export", () => {
  test("REST-125: an export has what the list has, guards texts against formulas, and reads back without a change", async () => {
    const tenant = await platform().createTenant();
    const customer = await tenant.createCustomer();
    const title = text(await tenant.rest.get(`/api/customer/${customer.id}`), "title");
    const pump = await tenant.createDevice({ name: "=pump", type: "pump", customerId: customer.id });
    await tenant.createGateway({ name: 'gate, "main"' });
    await tenant.saveAttributes(pump.id, "SERVER_SCOPE", { code: "-1", digits: "007", floor: -2.5, on: true });
    await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${pump.id}/timeseries/ANY`, { power: 21.5 });
    const words = [
      "name",
      "profile",
      "gateway",
      "customer",
      "server:code",
      "server:digits",
      "server:floor",
      "server:on",
    ];
    const query = [...words, "telemetry:power"].map((word) => `columns=${encodeURIComponent(word)}`).join("&");

    const csv = await exported(tenant.rest, `${EXPORT}?${query}`);
    expect(csv).toBe(
      [
        `${words.join(",")},telemetry:power`,
        `'=pump,pump,false,${title},'-1,007,-2.5,true,21.5`,
        '"gate, ""main""",default,true,,,,,,',
        "",
      ].join("\n"),
    );
    const report = await imported(tenant.rest, csv);
    expect(outcomes(report)).toEqual(["2 =pump unchanged", '3 gate, "main" unchanged']);

    expect(await exported(tenant.rest, `${EXPORT}?columns=name&textSearch=PUM`)).toBe("name\n'=pump\n");
    expect(await exported(customer.rest, `${EXPORT}?columns=name`)).toBe("name\n'=pump\n");
  });

  test("devices of other tenants are not exported, and what is no column is refused", async () => {
    const [tenant, stranger] = [await platform().createTenant(), await platform().createTenant()];
    await tenant.createDevice();
    const customer = await tenant.createCustomer();
    expect(await exported(stranger.rest, `${EXPORT}?columns=name`)).toBe("name\n");
    expectError(await stranger.rest.request("GET", `${EXPORT}?customerId=${customer.id}`), 403, 20);
    const answer = await tenant.rest.request("GET", `${EXPORT}?columns=token`);
    expect([answer.status, text(answer.body, "message")]).toEqual([400, expect.stringContaining("columns must be of")]);
  });
});
