// What the demo asks of the REST API: log in, create profiles and a gateway, find a device, save views.
import { DEMO_PROFILES } from "./demo-profiles.ts";
import { DEMO_VIEWS } from "./demo-views.ts";

export interface Session {
  readonly baseUrl: string;
  readonly token: string;
}

export interface Login {
  readonly username: string;
  readonly password: string;
}

export async function logIn(baseUrl: string, login: Login): Promise<Session> {
  const pair = await call({ baseUrl, token: "" }, "/api/auth/login", login);
  return { baseUrl, token: textAt(pair, "token") };
}

/** Before the gateway names them, since they would be created without units. */
export async function createDemoProfiles(session: Session): Promise<void> {
  for (const profile of DEMO_PROFILES) await call(session, "/api/deviceProfile", profile);
}

/** Resolves with the access token of the new gateway. */
export async function createDemoGateway(session: Session, name: string): Promise<string> {
  const device = await call(session, "/api/device", {
    name,
    additionalInfo: { gateway: true, description: "Simulated" },
  });
  const credentials = await call(session, `/api/device/${textAt(device, "id", "id")}/credentials`);
  return textAt(credentials, "credentialsId");
}

/** Resolves with the device's id. */
export async function findDevice(session: Session, name: string): Promise<string> {
  const device = await call(session, `/api/tenant/devices?deviceName=${encodeURIComponent(name)}`);
  return textAt(device, "id", "id");
}

/** Resolves with the id of the first view. */
export async function createDemoViews(session: Session): Promise<string> {
  const ids: string[] = [];
  for (const view of DEMO_VIEWS) ids.push(textAt(await call(session, "/apiAnalytics/v1/views", view), "id"));
  return ids[0] ?? "";
}

async function call({ baseUrl, token }: Session, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${baseUrl}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      accept: "application/json",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token === "" ? {} : { "x-authorization": `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path} answered ${String(response.status)}: ${await response.text()}`);
  return await response.json();
}

function textAt(json: unknown, ...path: readonly string[]): string {
  let value = json;
  for (const name of path) value = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  if (typeof value !== "string")
    throw new Error(`the answer has no text at ${path.join(".")}: ${JSON.stringify(json)}`);
  return value;
}
