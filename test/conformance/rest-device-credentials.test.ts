// REST contract 7.1: device credentials.
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { freshCertificateBody, pemOf } from "../support/certificates.ts";
import { useTestPlatform } from "../support/conformance.ts";
import { member, text } from "../support/rest-client.ts";
import { expectError, neighbours, UNKNOWN_ID } from "../support/rest-conformance.ts";

const platform = useTestPlatform();

const sha3 = (value: string): string => createHash("sha3-256").update(value).digest("hex");

interface Present {
  readonly id: string;
  readonly credentials: object;
}

async function present(): Promise<Present> {
  const { id } = await platform().tenant.createDevice();
  return { id, credentials: (await platform().tenant.rest.get(`/api/device/${id}/credentials`)) as object };
}

const save = (body: object) => platform().tenant.rest.request("POST", "/api/device/credentials", body);
const basic = (value: object): object => ({ credentialsType: "MQTT_BASIC", credentialsValue: JSON.stringify(value) });

test("REST-70: basic credentials are found under the hash of client id and user name", async () => {
  const { tenant } = platform();
  const { id } = await tenant.createDevice();
  const [clientId, userName] = [tenant.uniqueName("client"), tenant.uniqueName("user")];
  const idOf = async (value: object): Promise<unknown> => {
    await tenant.setCredentials(id, { credentialsType: "MQTT_BASIC", credentialsValue: JSON.stringify(value) });
    return member(await tenant.rest.get(`/api/device/${id}/credentials`), "credentialsId");
  };
  expect(await idOf({ clientId, userName, password: "p1" })).toBe(sha3(`${clientId}|${userName}`));
  expect(await idOf({ clientId })).toBe(sha3(clientId));
  expect(await idOf({ userName, password: "p1" })).toBe(userName);
});

test.each([
  { credentialsType: "MQTT_BASIC", credentialsValue: "{}" },
  { credentialsType: "MQTT_BASIC", credentialsValue: '{"clientId":"c","password":"p"}' },
  { credentialsType: "MQTT_BASIC", credentialsValue: "no json" },
  { credentialsType: "MQTT_BASIC", credentialsValue: '{"userName":"a\\u0007"}' },
  { credentialsType: "ACCESS_TOKEN", credentialsId: "a\u0001b" },
  { credentialsType: "LWM2M_CREDENTIALS", credentialsId: "endpoint", credentialsValue: "{}" },
  { credentialsType: "X509_CERTIFICATE", credentialsValue: "not a certificate!" },
  { credentialsType: "X509_CERTIFICATE", credentialsValue: "nocertificate" },
])("REST-70: the credentials %j answer 400/31", async (change) => {
  const { tenant } = platform();
  const { id } = await tenant.createDevice();
  const present = await tenant.rest.get(`/api/device/${id}/credentials`);
  expectError(
    await tenant.rest.request("POST", "/api/device/credentials", { ...(present as object), ...change }),
    400,
    31,
  );
});

test("REST-70: a certificate is kept without its frame and found under its hash", async () => {
  const { tenant } = platform();
  const { id } = await tenant.createDevice();
  const body = freshCertificateBody();
  const pem = pemOf(body);
  await tenant.setCredentials(id, { credentialsType: "X509_CERTIFICATE", credentialsId: null, credentialsValue: pem });
  expect(await tenant.rest.get(`/api/device/${id}/credentials`)).toMatchObject({
    credentialsType: "X509_CERTIFICATE",
    credentialsId: sha3(body),
    credentialsValue: body,
    version: 2,
  });
});

test("REST-71: a credentials id that is used elsewhere answers 400/31, in another tenant too", async () => {
  const { tenant } = platform();
  const foreign = await (await platform().createTenant()).createDevice();
  const { token } = await tenant.createDevice();
  for (const taken of [foreign.token, token]) {
    expectError(
      await tenant.rest.request("POST", `/api/device?accessToken=${taken}`, { name: tenant.uniqueName("device") }),
      400,
      31,
    );
    const { id } = await tenant.createDevice();
    const present = await tenant.rest.get(`/api/device/${id}/credentials`);
    expectError(
      await tenant.rest.request("POST", "/api/device/credentials", { ...(present as object), credentialsId: taken }),
      400,
      31,
    );
  }
});

test("REST-72: changing the credentials closes the session of the device", async () => {
  const { tenant } = platform();
  const gateway = await tenant.createGateway();
  const client = await platform().connect(gateway.token, 5);
  expect(client.connackCode).toBe(0);
  await tenant.setCredentials(gateway.id, { credentialsId: tenant.uniqueName("token") });
  await client.closed();
});

test("REST-72: stale credentials answer 409/35, foreign ones 404/32", async () => {
  const { tenant } = platform();
  const { id } = await tenant.createDevice();
  const present = await tenant.rest.get(`/api/device/${id}/credentials`);
  await tenant.setCredentials(id, { credentialsId: tenant.uniqueName("token") });
  expectError(
    await tenant.rest.request("POST", "/api/device/credentials", {
      ...(present as object),
      credentialsId: tenant.uniqueName("token"),
    }),
    409,
    35,
  );
  const foreign = await platform().createTenant();
  expectError(
    await foreign.rest.request("POST", "/api/device/credentials", { ...(present as object), version: null }),
    404,
    32,
  );
  expectError(
    await tenant.rest.request("POST", "/api/device/credentials", {
      ...(present as object),
      version: null,
      id: { id: UNKNOWN_ID },
    }),
    404,
    32,
  );
});

test("REST §7.1: a token that is not named is drawn at random, and has no value", async () => {
  const { id, credentials } = await present();
  const { body } = await save({ ...credentials, credentialsId: null, credentialsValue: "ignored" });
  expect(body).toEqual({ ...credentials, credentialsId: expect.stringMatching(/^[A-Za-z0-9]{20}$/), version: 2 });
  expect(await platform().tenant.rest.get(`/api/device/${id}/credentials`)).toEqual(body);
});

test("REST §7.1: the id of basic credentials is computed from what they hold, whatever was sent", async () => {
  const { credentials } = await present();
  const unique = platform().tenant.uniqueName("basic");
  const idOf = async (value: object): Promise<string> =>
    text((await save({ ...credentials, version: null, ...basic(value), credentialsId: "sent" })).body, "credentialsId");
  expect(await idOf({ userName: unique, password: "p" })).toBe(unique);
  expect(await idOf({ clientId: unique })).toBe(sha3(unique));
  expect(await idOf({ clientId: unique, userName: "u", password: "p" })).toBe(sha3(`${unique}|u`));
  const { body } = await save({
    ...credentials,
    version: null,
    ...basic({ clientId: unique, userName: "u", password: "p" }),
  });
  expect(JSON.parse(text(body, "credentialsValue"))).toEqual({ clientId: unique, userName: "u", password: "p" });
});

test.each([
  {},
  { password: "p" },
  { clientId: "", userName: "" },
  { clientId: "c", password: "p" },
  { clientId: "c\u0001" },
  { userName: "u\n" },
  { userName: "u", password: "\u007f" },
  { userName: 5 },
])("REST §7.1: the basic credentials %j answer 400/31", async (value) => {
  const { id, credentials } = await present();
  expectError(await save({ ...credentials, ...basic(value) }), 400, 31);
  expect(await platform().tenant.rest.get(`/api/device/${id}/credentials`)).toEqual(credentials);
});

test.each([
  { credentialsType: "LWM2M_CREDENTIALS", credentialsId: "e", credentialsValue: "{}" },
  { credentialsType: "OTHER" },
  { credentialsType: null },
  { credentialsType: "X509_CERTIFICATE", credentialsValue: null },
  { credentialsType: "X509_CERTIFICATE", credentialsValue: "no:certificate" },
  { credentialsType: "X509_CERTIFICATE", credentialsValue: "nocertificate" },
  { credentialsType: "X509_CERTIFICATE", credentialsValue: "MIIB" },
  { credentialsType: "MQTT_BASIC", credentialsValue: null },
  { credentialsType: "MQTT_BASIC", credentialsValue: "no JSON" },
  { credentialsType: "MQTT_BASIC", credentialsValue: "[]" },
  { credentialsType: "ACCESS_TOKEN", credentialsId: "a\u0000b" },
  { credentialsType: "ACCESS_TOKEN", credentialsId: " " },
])("REST §7.1: the credentials %j answer 400/31", async (change) => {
  const { credentials } = await present();
  expectError(await save({ ...credentials, ...change }), 400, 31);
});

test("REST §7.1: a certificate is shown without its frame and line breaks, and found under their hash", async () => {
  const { credentials } = await present();
  const body = freshCertificateBody();
  const pem = pemOf(body, "\r\n");
  const saved = await save({
    ...credentials,
    credentialsType: "X509_CERTIFICATE",
    credentialsId: null,
    credentialsValue: pem,
  });
  expect(saved.body).toMatchObject({ credentialsId: sha3(body), credentialsValue: body });
  // What is read can be sent back.
  expect((await save(saved.body as object)).body).toMatchObject({ credentialsId: sha3(body), credentialsValue: body });
});

test("REST §7.1: a device has one credential, which a save names by device and by id", async () => {
  const { credentials } = await present();
  const { id: otherId } = (await present()).credentials as { readonly id: unknown };
  expectError(await save({ ...credentials, deviceId: null }), 400, 31);
  expectError(await save({ ...credentials, deviceId: { id: UNKNOWN_ID } }), 404, 32);
  expectError(await save({ ...credentials, id: otherId }), 404, 32);
  expectError(await save({ ...credentials, version: 7 }), 409, 35);
  expect((await save({ ...credentials, version: null })).body).toMatchObject({
    id: member(credentials, "id"),
    version: 2,
  });
});

test("REST §7.1: credentials are read by those who see the device, and changed by its administrator alone", async () => {
  const { device, owner, otherCustomer, otherTenant } = await neighbours(platform());
  const path = `/api/device/${device.id}/credentials`;
  const credentials = (await owner.rest.get(path)) as object;
  expect(credentials).toMatchObject({ credentialsId: device.token });
  expectError(await otherCustomer.request("GET", path), 403, 20);
  expectError(await otherTenant.rest.request("GET", path), 404, 32);
  expectError(await otherTenant.rest.request("POST", "/api/device/credentials", credentials), 404, 32);
  for (const caller of [owner.rest, otherCustomer, platform().sysAdmin])
    expectError(await caller.request("POST", "/api/device/credentials", credentials), 403, 20);
});

test("REST §20: a user of a customer sees what the customer's devices connect with, but not what its gateway does", async () => {
  const { tenant } = platform();
  const customer = await tenant.createCustomer();
  const device = await tenant.createDevice({ customerId: customer.id });
  const gateway = await tenant.createGateway({ customerId: customer.id });
  const paths = (id: string): readonly string[] => [
    `/api/device/${id}/credentials`,
    `/api/device-connectivity/${id}`,
    `/api/device-connectivity/gateway-launch/${id}`,
    `/api/device-connectivity/gateway-launch/${id}/docker-compose/download`,
  ];

  for (const path of paths(device.id).slice(0, 2)) expect(await customer.rest.get(path)).not.toBe(undefined);
  for (const path of paths(gateway.id)) {
    const refused = await customer.rest.request("GET", path);
    expectError(refused, 403, 20);
    expect(refused.text).not.toContain(gateway.token);
    expect((await tenant.rest.request("GET", path)).status).toBe(200);
  }
});
