// The same calls with the client that OpenAPI Generator makes for TypeScript. Prints "ok NAME" or "failed NAME: why". It is
// compiled next to the client, which is not there for the compiler of this repository.
import {
  Configuration,
  DevicesApi,
  LoginApi,
  ResponseError,
  RpcApi,
  TelemetryApi,
  type LoginResponse,
  type Device,
} from "./client/index";

declare const process: { env: Record<string, string | undefined>; exitCode: number };

let failures = 0;

async function call<Result>(name: string, work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    const result = await work();
    console.log(`ok ${name}`);
    return result;
  } catch (error) {
    failures += 1;
    console.log(`failed ${name}: ${String(error)}`);
    return undefined;
  }
}

function check(isRight: boolean, found: unknown): void {
  if (!isRight) throw new Error(`found ${JSON.stringify(found)}`);
}

const basePath = process.env["BASE_URL"] ?? "";
const [username, password] = [process.env["USER_NAME"] ?? "", process.env["PASSWORD"] ?? ""];

async function withSession({ token }: LoginResponse): Promise<void> {
  const configuration = new Configuration({ basePath, accessToken: token });
  const [login, devices] = [new LoginApi(configuration), new DevicesApi(configuration)];
  await call("getUser", async () => {
    const user = await login.getUser();
    check(user.authority === "TENANT_ADMIN", user);
  });
  const device = await call("saveDevice", () =>
    devices.saveDevice({ deviceInput: { name: "Script press", type: "press" } }),
  );
  if (device !== undefined) await withDevice(configuration, device);
}

async function withDevice(configuration: Configuration, device: Device): Promise<void> {
  const devices = new DevicesApi(configuration);
  const [telemetry, rpc] = [new TelemetryApi(configuration), new RpcApi(configuration)];
  const deviceId = device.id.id;
  const owner = { entityType: "DEVICE", entityId: deviceId } as const;
  await call("getDeviceInfoById", async () => {
    const info = await devices.getDeviceInfoById({ deviceId });
    check(info.createdTime > 1e12 && info.label === null && info.deviceProfileName === "press", info);
  });
  await call("getDeviceCredentialsByDeviceId", async () => {
    const found = await devices.getDeviceCredentialsByDeviceId({ deviceId });
    check(found.credentialsType === "ACCESS_TOKEN", found);
  });
  await call("saveEntityTelemetry", () =>
    telemetry.saveEntityTelemetry({ ...owner, scope: "ANY", body: { ts: 1767225600000, values: { force: 88.5 } } }),
  );
  await call("getLatestTimeseries", async () => {
    const points = await telemetry.getLatestTimeseries({ ...owner, keys: "force", useStrictDataTypes: true });
    const point = points["force"]?.[0];
    check(point?.ts === 1767225600000 && point.value === 88.5, points);
  });
  await call("saveEntityAttributesV2", () =>
    telemetry.saveEntityAttributesV2({ ...owner, scope: "SERVER_SCOPE", requestBody: { target: 70 } }),
  );
  await call("getAttributesByScope", async () => {
    const found = await telemetry.getAttributesByScope({ ...owner, scope: "SERVER_SCOPE", keys: "target" });
    check(found.length === 1 && found[0]?.key === "target" && found[0].value === 70, found);
  });
  await call("getTenantDeviceInfos", async () => {
    const page = await devices.getTenantDeviceInfos({
      pageSize: 10,
      page: 0,
      textSearch: "SCRIPT",
      sortProperty: "name",
    });
    check(page.totalElements === 1 && page.data[0]?.name === "Script press", page);
  });
  await call("handleOneWayDeviceRPCRequestV2", async () => {
    const rpcRequest = { method: "oil", params: { ml: 5 }, persistent: true, expirationTime: 4102444800000 };
    const { rpcId } = await rpc.handleOneWayDeviceRPCRequestV2({ deviceId, rpcRequest });
    const record = await rpc.getPersistedRpc({ rpcId });
    check(record.status === "QUEUED" && record.expirationTime === 4102444800000, record);
  });
  await call("not found", async () => {
    try {
      await devices.getDeviceById({ deviceId: "01990000-0000-7000-8000-000000000000" });
    } catch (error) {
      check(error instanceof ResponseError && error.response.status === 404, error);
      return;
    }
    throw new Error("an unknown device was found");
  });
  await call("deleteDevice", () => devices.deleteDevice({ deviceId }));
}

async function main(): Promise<void> {
  const pair = await call("login", () =>
    new LoginApi(new Configuration({ basePath })).login({ loginRequest: { username, password } }),
  );
  if (pair !== undefined) await withSession(pair);
  process.exitCode = pair === undefined || failures > 0 ? 1 : 0;
}

void main();
