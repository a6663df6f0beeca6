// REST contract 9: what is exported and imported again is the same.
import fc from "fast-check";
import { expect, test } from "vitest";
import { writeJson } from "../../src/lib/json.ts";
import { checkedFetch } from "../support/checked-fetch.ts";
import { useTestPlatform } from "../support/conformance.ts";
import { CSV, exported, imported, NDJSON, ofDevice } from "../support/history-files.ts";
import { member } from "../support/rest-client.ts";
import type { TestTenant } from "../support/tenant.ts";

const platform = useTestPlatform({ settings: { "history.export.windowPoints": 1000 } });

const PT = "/api/plugins/telemetry";

// The types that a value may have, with texts that are hard to write and names that are hard to keep apart.
const hardText = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.constantFrom("007", "true", "", "#complete", '"', "a,b\r\nc", "=1+1", "'=1", "''-1", "-5", "'a"),
);
const aValue = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.boolean(),
  hardText,
  fc.array(hardText, { minLength: 1, maxLength: 3 }),
  fc.dictionary(hardText, fc.oneof(fc.integer(), hardText), { minKeys: 1, maxKeys: 3 }),
);
const aPoint = fc.record({
  ts: fc.oneof(fc.integer({ min: 0, max: 4 }), fc.integer({ min: -8.64e15, max: 8.64e15 })),
  key: fc.constantFrom("k", "a,b", '"q"', "#complete", "__proto__", "ts", "-k", "'-k"),
  value: aValue,
});

test.each([
  ["CSV", CSV],
  ["NDJSON", NDJSON],
])("REST §9: what is exported as %s and imported elsewhere is the same, to the last digit", async (format, type) => {
  const { tenant } = platform();
  const other = await platform().createTenant();
  const device = await tenant.createDevice();
  await fc.assert(
    fc.asyncProperty(fc.array(aPoint, { minLength: 1, maxLength: 20 }), async (points) => {
      const [from, to] = [
        `${PT}/DEVICE/${device.id}`,
        `/api/tenant/devices?deviceName=${encodeURIComponent(device.name)}`,
      ];
      const body = points.map(
        ({ ts, key, value }) => `{"ts":${String(ts)},"values":{${JSON.stringify(key)}:${writeJson(value)}}}`,
      );
      const saved = await checkedFetch(`${tenant.rest.baseUrl}${from}/timeseries/ANY`, {
        method: "POST",
        headers: { "x-authorization": tenant.rest.authorization ?? "", "content-type": "application/json" },
        body: `[${body.join(",")}]`,
      });
      expect(saved.status, await saved.text()).toBe(200);
      const file = await exported(tenant.rest, ofDevice(device, `format=${format}`));
      const report = await imported(other.rest, type, file, "createDevices=true");
      expect(report).toMatchObject({ refused: 0 });
      const copy = await other.rest.get(to);
      const again = await exported(
        other.rest,
        `${PT}/DEVICE/${String(member(copy, "id", "id"))}/values/timeseries/export?format=${format}`,
      );
      expect(again.split("\n").sort()).toEqual(file.split("\n").sort());
      const query =
        "key=k&key=a%2Cb&key=%22q%22&key=%23complete&key=__proto__&key=ts&key=-k&key=%27-k&startTs=-8640000000000000&endTs=8640000000000000&limit=1000&useStrictDataTypes=true";
      const read = async ({ rest }: TestTenant, path: string): Promise<string> =>
        (await rest.request("GET", `${path}/values/timeseries?${query}`)).text;
      expect(JSON.parse(await read(other, `${PT}/DEVICE/${String(member(copy, "id", "id"))}`))).toEqual(
        JSON.parse(await read(tenant, from)),
      );
      const all =
        "keys=k&key=k&key=a%2Cb&key=%22q%22&key=%23complete&key=__proto__&key=ts&key=-k&key=%27-k&deleteAllDataForKeys=true";
      await tenant.rest.request("DELETE", `${from}/timeseries/delete?${all}`);
      await other.rest.request("DELETE", `/api/device/${String(member(copy, "id", "id"))}`);
    }),
    { numRuns: 15 },
  );
});
