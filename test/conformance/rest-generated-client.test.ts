// A client generated from the description makes the calls that matter most, with types for every path, body and answer:
// what does not compile here would not compile for anybody who generates one. Source: REST contract 19.
import createClient, { type Client } from "openapi-fetch";
import { expect, test } from "vitest";
import type { components, paths } from "../../web/api/api-types.ts";
import { useTestPlatform } from "../support/conformance.ts";
import { TENANT_ADMIN } from "../support/platform.ts";

type Device = components["schemas"]["Device"];

const platform = useTestPlatform();

/** The data of an answer; throws where the call was refused. */
function dataOf<Data>({ data, response }: { readonly data?: Data; readonly response: Response }): Data {
  if (data === undefined) throw new Error(`${response.url} answered ${String(response.status)}`);
  return data;
}

async function loggedIn(): Promise<Client<paths>> {
  const { baseUrl } = platform().anonymous;
  const { token } = dataOf(
    await createClient<paths>({ baseUrl }).POST("/api/auth/login", {
      body: { username: TENANT_ADMIN.email, password: TENANT_ADMIN.password },
    }),
  );
  return createClient<paths>({ baseUrl, headers: { "X-Authorization": `Bearer ${token}` } });
}

test("REST-112: a generated client walks the main calls", async () => {
  const api = await loggedIn();
  const user = dataOf(await api.GET("/api/auth/user"));
  expect([user.email, user.authority]).toEqual([TENANT_ADMIN.email, "TENANT_ADMIN"]);

  const device: Device = dataOf(await api.POST("/api/device", { body: { name: "boiler-7", type: "boiler" } }));
  const deviceId = device.id.id;
  const path = { params: { path: { deviceId } } };
  const found = dataOf(await api.GET("/api/device/info/{deviceId}", path));
  expect([found.deviceProfileName, found.active, found.label]).toEqual(["boiler", false, null]);
  expect(dataOf(await api.GET("/api/device/{deviceId}/credentials", path)).credentialsType).toBe("ACCESS_TOKEN");

  const owner = { entityType: "DEVICE", entityId: deviceId } as const;
  const saved = await api.POST("/api/plugins/telemetry/{entityType}/{entityId}/timeseries/{scope}", {
    params: { path: { ...owner, scope: "ANY" } },
    body: { ts: 1_767_225_600_000, values: { temperature: 21.5 } },
    parseAs: "text",
  });
  expect(saved.response.status).toBe(200);
  const latest = dataOf(
    await api.GET("/api/plugins/telemetry/{entityType}/{entityId}/values/timeseries", {
      params: { path: owner, query: { keys: "temperature", useStrictDataTypes: true } },
    }),
  );
  expect(latest["temperature"]).toEqual([{ ts: 1_767_225_600_000, value: 21.5 }]);

  const scope = "SHARED_SCOPE" as const;
  await api.POST("/api/plugins/telemetry/{entityType}/{entityId}/{scope}", {
    params: { path: { ...owner, scope } },
    body: { target: 70 },
    parseAs: "text",
  });
  const attributes = dataOf(
    await api.GET("/api/plugins/telemetry/{entityType}/{entityId}/values/attributes/{scope}", {
      params: { path: { ...owner, scope }, query: { keys: "target" } },
    }),
  );
  expect(attributes.map(({ key, value }) => [key, value])).toEqual([["target", 70]]);

  const page = dataOf(
    await api.GET("/api/tenant/deviceInfos", { params: { query: { pageSize: 10, page: 0, textSearch: "BOIL" } } }),
  );
  expect(page.data.map(({ name }) => name)).toEqual(["boiler-7"]);

  const call = await api.POST("/api/rpc/oneway/{deviceId}", {
    ...path,
    body: { method: "blink", params: {}, persistent: true, expirationTime: 4_102_444_800_000 },
  });
  const record = dataOf(
    await api.GET("/api/rpc/persistent/{rpcId}", { params: { path: { rpcId: dataOf(call).rpcId } } }),
  );
  expect(record.status).toBe("QUEUED");

  expect((await api.DELETE("/api/device/{deviceId}", { ...path, parseAs: "text" })).response.status).toBe(200);
});

test("REST-112: a generated client knows the errors by their form", async () => {
  const api = await loggedIn();
  const { error, response } = await api.GET("/api/device/{deviceId}", {
    params: { path: { deviceId: "01990000-0000-7000-8000-000000000000" } },
  });
  expect([response.status, error?.errorCode]).toEqual([404, 32]);

  const wrong = await createClient<paths>({ baseUrl: platform().anonymous.baseUrl }).POST("/api/auth/login", {
    body: { username: TENANT_ADMIN.email, password: "wrong" },
  });
  expect([wrong.response.status, wrong.error?.errorCode]).toEqual([401, 10]);
});
