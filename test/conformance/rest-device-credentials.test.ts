// REST contract 7.1, rule by rule: device credentials.
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
