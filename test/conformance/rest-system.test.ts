// REST contract 17: health, version and parameters of the platform, in their exact shapes, and who may ask.
import { expect, test } from "vitest";
import { useTestPlatform } from "../support/conformance.ts";
import { expectError, raw } from "../support/rest-conformance.ts";
import { isCluster } from "../support/start-platform.ts";
import { loseDatabase } from "../support/storage-faults.ts";

const platform = useTestPlatform();
const open = useTestPlatform({
  settings: { "security.userTokenAccessEnabled": true, "telemetry.pointsPerKeyMax": 777 },
});

test("REST-114: readiness is 503 while the storage is down and 200 when it is back; liveness does not mind", async () => {
  const { anonymous, folder } = platform();
  const answersOf = async (): Promise<readonly (readonly [number, string])[]> =>
    Promise.all(
      ["/api/health/ready", "/actuator/health", "/api/health/live"].map(async (path) => {
        const { status, text } = await anonymous.request("GET", path);
        return [status, text] as const;
      }),
    );
  const up = [200, '{"status":"UP"}'];
  const down = [503, '{"status":"DOWN"}'];
  // Alone, it is so at once; the nodes of a cluster notice each by itself.
  const expectAnswers = async (answers: readonly unknown[]): Promise<void> =>
    isCluster ? await expect.poll(answersOf).toEqual(answers) : expect(await answersOf()).toEqual(answers);
  await expectAnswers([up, up, up]);
  {
    await using _lost = await loseDatabase(folder);
    await expectAnswers([down, down, up]);
  }
  await expectAnswers([up, up, up]);
});

test("REST §17: health, info and metrics answer anybody, with the bodies that orchestration templates expect", async () => {
  const { anonymous } = platform();
  for (const path of ["/api/health/live", "/api/health/ready", "/actuator/health"]) {
    const { status, text, headers } = await anonymous.request("GET", path);
    expect([status, text]).toEqual([200, '{"status":"UP"}']);
    expect(headers.get("content-type")).toMatch(/^application\/json/);
  }
  expect((await anonymous.request("GET", "/actuator/info")).text).toBe("{}");
  expect(await anonymous.getText("/metrics")).toContain("process_cpu_seconds_total");
  expectError(await anonymous.request("POST", "/api/health/live"), 405, 31);
});

test("REST §17: every role gets the version and the parameters, other callers do not", async () => {
  const customer = await platform().tenant.createCustomer();
  for (const rest of [platform().sysAdmin, platform().tenant.rest, customer.rest]) {
    expect(await rest.get("/api/system/info")).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      artifact: "bridgehead",
      name: "Bridgehead",
      type: "CE",
    });
    expect(await rest.get("/api/system/params")).toEqual({
      userTokenAccessEnabled: false,
      allowedDashboardIds: [],
      edgesSupportEnabled: false,
      hasRepository: false,
      tbelEnabled: false,
      persistDeviceStateToTelemetry: false,
      userSettings: { openedMenuSections: [] },
      maxDatapointsLimit: 50_000,
      apiKeysNeedHttps: false,
      sendsMail: false,
      inactivityTimeout: 600_000,
    });
  }
  for (const path of ["/api/system/info", "/api/system/params", "/api/usage"])
    expectError(await platform().anonymous.request("GET", path), 401, 10);
  expectError(await raw(platform(), "GET", "/api/system/info", { headers: { "x-authorization": "" } }), 401, 10);
});

test("REST §17: the parameters are those that are in force", async () => {
  expect(await open().tenant.rest.get("/api/system/params")).toMatchObject({
    userTokenAccessEnabled: true,
    maxDatapointsLimit: 777,
  });
});

test("REST §17: usage is for the administrators of a tenant", async () => {
  const customer = await platform().tenant.createCustomer();
  expectError(await customer.rest.request("GET", "/api/usage"), 403, 20);
  expectError(await platform().sysAdmin.request("GET", "/api/usage"), 403, 20);
});
