// REST contract 13: the example of the contract, byte by byte, as clients that read it literally expect it.
import { expect, test } from "vitest";
import { checkedFetch } from "../support/checked-fetch.ts";
import { useTestPlatform } from "../support/conformance.ts";
import { expectError } from "../support/rest-conformance.ts";

const platform = useTestPlatform();

const CONDITION = {
  key: { type: "TIME_SERIES", key: "temperature" },
  valueType: "NUMERIC",
  predicate: { type: "NUMERIC", operation: "GREATER", value: { defaultValue: 20 } },
};
const QUERY = {
  entityFilter: { type: "entityType", entityType: "DEVICE" },
  keyFilters: [CONDITION],
  entityFields: [{ type: "ENTITY_FIELD", key: "name" }],
  latestValues: [{ type: "TIME_SERIES", key: "temperature" }],
  pageLink: {
    pageSize: 10,
    page: 0,
    textSearch: null,
    dynamic: false,
    sortOrder: { key: { type: "ENTITY_FIELD", key: "name" }, direction: "ASC" },
  },
};

test("REST §13: the example of the contract is answered as the contract shows it", async () => {
  const tenant = await platform().createTenant();
  const warm = await tenant.createDevice({ name: "boiler-7" });
  const cold = await tenant.createDevice({ name: "boiler-8" });
  const save = (id: string, temperature: number): Promise<unknown> =>
    tenant.rest.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, {
      ts: 1_767_225_600_000,
      values: { temperature },
    });
  await save(warm.id, 21.5);
  await save(cold.id, 20);
  const answer = await tenant.rest.request("POST", "/api/entitiesQuery/find", QUERY);
  expect(answer.text).toBe(
    `{"data":[{"entityId":{"entityType":"DEVICE","id":"${warm.id}"},"latest":{"ENTITY_FIELD":{"name":{"ts":0,"value":"boiler-7","count":null}},"TIME_SERIES":{"temperature":{"ts":1767225600000,"value":"21.5","count":null}}},"timeseries":{},"aggLatest":{}}],"totalPages":1,"totalElements":1,"hasNext":false}`,
  );
  const { entityFilter, keyFilters } = QUERY;
  const count = await tenant.rest.request("POST", "/api/entitiesQuery/count", { entityFilter, keyFilters });
  expect([count.text, count.headers.get("content-type")]).toEqual(["1", "application/json; charset=utf-8"]);
});

test("REST §13: queries need a login, JSON, and POST", async () => {
  const { tenant, anonymous } = platform();
  for (const path of ["/api/entitiesQuery/find", "/api/entitiesQuery/count"]) {
    expectError(await anonymous.request("POST", path, QUERY), 401, 10);
    expectError(await tenant.rest.request("GET", path), 405, 31);
    const text = await checkedFetch(`${tenant.rest.baseUrl}${path}`, {
      method: "POST",
      headers: { "x-authorization": tenant.rest.authorization ?? "", "content-type": "text/plain" },
      body: JSON.stringify(QUERY),
    });
    expect(text.status).toBe(415);
    expect(await text.json()).toMatchObject({ status: 415, errorCode: 31 });
  }
});
