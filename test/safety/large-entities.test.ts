// Large bodies of entities, queries and views: they mean what small ones mean, and reading them takes nothing from others.
import { expect, test } from "vitest";
import { connectGateway, TELEMETRY, useTestPlatform } from "../support/conformance.ts";
import { startTestPlatform } from "../support/platform.ts";
import type { RestAnswer } from "../support/rest-client.ts";
import { raw } from "../support/rest-conformance.ts";

const MIB = 1_048_576;
const SMALL = 65_536;
const JSON_TYPE = { "content-type": "application/json" };

const platform = useTestPlatform();

const post = (path: string, body: string | Uint8Array<ArrayBuffer>, of = platform()) =>
  raw(of, "POST", path, { headers: JSON_TYPE, body });

/** Without what differs from call to call, and where in the text it is no JSON. */
function told({ status, body }: RestAnswer): unknown {
  const { message, timestamp: _time, requestId: _id, ...refusal } = body as Readonly<Record<string, unknown>>;
  return { status, message: String(message).replace(/(is not JSON: \w+).*/s, "$1"), ...refusal };
}

/** As stored: ids and times are others. */
const CONFIGURATION = /"configuration":(.*),"[a-z]/i;

test.each([
  '{"a":1,"b":"é\\n","c":[true,null,{}],"d":{"10":1,"2":-0.5}}',
  '{"long":[9007199254740993,-9223372036854775809],"e":1e3,"f":1.5e-7}',
  '{"a":1,"a":2,"\\u0061":3}',
  '{"__proto__":{"x":1},"constructor":2,"\\"":{"__proto__":null}}',
  `{"deep":${"[".repeat(60)}${"]".repeat(60)}}`,
  `{"deep":${"[".repeat(70)}${"]".repeat(70)}}`,
  '{"huge":1e400}',
  `{"huge":[{"digits":${"9".repeat(310)}}]}`,
  '{"a":1,}',
  "{a:1}",
  '{"a":"\ud800"}',
  "[1]",
  "3",
])("REST §1.6, §20: large dashboards are taken, stored and refused as small ones are: %s", async (configuration) => {
  const seen = async (padding: string) => {
    const answer = await post("/api/dashboard", `${padding}{"title":"d","configuration":${configuration}}`);
    return answer.status === 200 ? CONFIGURATION.exec(answer.text)?.[1] : told(answer);
  };
  expect(await seen(" ".repeat(SMALL))).toEqual(await seen(""));
});

test.each([
  ["nothing", ""],
  ["null", "null"],
  ["a list", "[]"],
  ["a text", '"text"'],
  ["no JSON", "{"],
  ["an object", '{"a":1}'],
])("REST §1.6: %s as a large body is refused as it is small, by each kind of call", async (_name, body) => {
  for (const path of ["/api/device", "/api/entitiesQuery/find", "/apiAnalytics/v1/views/preview"]) {
    // A body of blanks alone is not empty.
    const small = await post(path, body === "" ? " " : body);
    const large = await post(path, `${" ".repeat(SMALL)}${body}`);
    expect(told(large)).toEqual(told(small));
    expect(small.status).toBe(400);
  }
});

test("REST §1.6: a large body in another encoding than UTF-8 is refused as a small one is", async () => {
  const answers = await Promise.all(
    ["", " ".repeat(SMALL)].map(async (padding) => {
      const body = Buffer.from(`${padding}{"title":"caf\u00e9"}`, "latin1");
      return told(await post("/api/dashboard", new Uint8Array(body)));
    }),
  );
  expect(answers[0]).toMatchObject({ status: 400, message: "the body is not valid UTF-8" });
  expect(answers[1]).toEqual(answers[0]);
});

test("a dashboard of tens of thousands of values is stored and shown as it was sent, with every digit", async () => {
  const widgets = Array.from({ length: 1_000 }, (_, index) => ({
    id: `w${String(index)}`,
    config: {
      title: "é",
      settings: { a: [1, 2, { b: null }], __hash: index / 7 },
      keys: [{ name: "k", color: "#fff" }],
    },
    "10": true,
    "9": [],
  }));
  const image = `data:image/png;base64,${"A".repeat(200_000)}`;
  const sent = JSON.stringify({ widgets, image, digits: "…" }).replace('"…"', "[12345678901234567890]");
  const saved = await post("/api/dashboard", `{"title":"exported","configuration":${sent}}`);
  expect(saved.status).toBe(200);
  expect(saved.text).toContain(`"configuration":${sent}`);
});

/** Names of their own in an entity; each value takes the main thread as long as ten plain ones. */
const names = (count: number): string =>
  `[${Array.from({ length: count }, (_, index) => `{"n${index.toString(36)}":1}`).join(",")}]`;
const device = (info: string): string => `{"name":"${"x".repeat(SMALL)}","additionalInfo":{"x":${info}}}`;

test("REST §20: an entity may have 5,000 names and 50,000 values", async () => {
  const refused = await Promise.all(
    [names(5_001), `[${"1,".repeat(50_000)}1]`].map(async (info) => await post("/api/device", device(info))),
  );
  expect(refused.map(({ status }) => status)).toEqual([413, 413]);
  expect(refused[0]?.text).toContain("the body may have 5000 different names");
  expect(refused[1]?.text).toContain("the body may have 50000 values, objects and arrays");
  expect((await post("/api/device", device(names(4_900)))).text).toContain("name may have");
});

test("REST §20: messages of others are stored and acknowledged while large entities are being read", async () => {
  const other = await connectGateway(platform(), { tenant: await platform().createTenant() });
  const digits = Array.from({ length: 45_000 }, (_, index) => `1${String(index).padStart(17, "0")}`);
  const body = device(`[${digits.join(",")}]`);
  const codes: number[] = [];
  const reading = { isOver: false };
  const answers = Promise.all(Array.from({ length: 8 }, () => post("/api/device", body))).finally(() => {
    reading.isOver = true;
  });
  while (!reading.isOver) codes.push(await other.publish(TELEMETRY, { Pump: [{ pressure: 2 }] }));
  expect((await answers).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 400));
  expect(new Set(codes)).toEqual(new Set([0]));
  expect(codes.length).toBeGreaterThan(40);
});

test("REST §20: of one tenant's large bodies some wait, the next is refused with the limit, and another tenant has its turn", async () => {
  await using small = await startTestPlatform({ settings: { "http.bodyReaders.tenantWaitingMax": 1 } });
  const body = device(names(4_900));
  const answers = await Promise.all(Array.from({ length: 12 }, () => post("/api/device", body, small)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400, 429]));
  for (const { text, headers } of refused) {
    expect(text).toContain("too many large bodies of the tenant wait to be read");
    expect(headers.get("retry-after")).toBe("5");
  }
  expect((await post("/api/device", `{"name":"small"}`, small)).status).toBe(200);
});

test("REST §20: a large entity that is refused costs the main thread little more than receiving it, as with telemetry", async () => {
  const { token } = await platform().tenant.createDevice();
  const numbers = `[${"0.123456789,".repeat(35_000)}1]`;
  const text = device(`[${names(4_900)},${numbers},"${"x".repeat(200_000)}"`);
  const costOf = async (path: string, body: string, expected: number): Promise<number> => {
    const before = process.threadCpuUsage();
    for (let sent = 0; sent < 10; sent++) expect((await post(path, body)).status).toBe(expected);
    const { user, system } = process.threadCpuUsage(before);
    return user + system;
  };
  const telemetry = async () => await costOf(`/api/v1/${token}/telemetry`, `${text}x`, 400);
  const refused = async () => await costOf("/api/device", `${text}x`, 400);
  // What else this process does now and then, such as collecting garbage, is in some of them only.
  const [received, read]: [number[], number[]] = [[], []];
  for (let round = 0; round < 5; round++) {
    received.push(await telemetry());
    read.push(await refused());
  }
  expect(text.length).toBeLessThan(MIB);
  expect(Math.min(...read)).toBeLessThan(2 * Math.min(...received));
});
