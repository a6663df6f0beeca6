import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { InProcessBus } from "../../adapters/in-process-bus/in-process-bus.ts";
import { millis } from "../../lib/clock.ts";
import { silentLogger } from "../../lib/logger.ts";
import { addDevice, NOW, type DeviceStoresUnderTest } from "../../../test/contracts/device-samples.ts";
import { freshCertificateBody } from "../../../test/support/certificates.ts";
import { sqliteDeviceStores } from "../../../test/support/device-stores.ts";
import { DomainError } from "../errors.ts";
import type { DeviceId, TenantId } from "../ids.ts";
import {
  accessToken,
  basicCredentials,
  certificateCredentials,
  type CheckedCredentials,
  type CredentialsStore,
} from "./credentials.ts";
import { CredentialsDirectory, type PresentedCredentials } from "./credentials-directory.ts";
import type { Device } from "./device.ts";

let stores: DeviceStoresUnderTest;
let tenantId: TenantId;
let bus: InProcessBus;
let reads: number;
let isStoreAway: boolean;
let directory: CredentialsDirectory;

beforeAll(async () => {
  stores = await sqliteDeviceStores();
});
afterAll(() => stores[Symbol.asyncDispose]());
// Credentials ids are unique in the installation, and the tests use the same ones.
afterEach(() => stores.devices.deleteSome(tenantId, 100));
beforeEach(async () => {
  tenantId = await stores.addTenant();
  bus = new InProcessBus(silentLogger);
  reads = 0;
  isStoreAway = false;
  directory = remembering(3);
});

function remembering(cacheMax: number, store = counting(stores.credentials)): CredentialsDirectory {
  const fresh = new CredentialsDirectory({ store, bus, log: silentLogger }, { cacheMax });
  fresh.start();
  return fresh;
}

function counting(store: CredentialsStore): CredentialsStore {
  const read = <Result>(answer: () => Promise<Result>): Promise<Result> => {
    reads++;
    return isStoreAway ? Promise.reject(new DomainError("unavailable", "the store is away")) : answer();
  };
  return {
    findByDevice: (...args) => store.findByDevice(...args),
    replace: (...args) => store.replace(...args),
    findByCredentialsId: (id) => read(() => store.findByCredentialsId(id)),
    findByCredentialsIds: (ids) => read(() => store.findByCredentialsIds(ids)),
  };
}

const withCredentials = (credentials: CheckedCredentials): Promise<Device> =>
  addDevice(stores.devices, tenantId, { credentials });
const basic = (parts: { clientId?: string; userName?: string; password?: string }): CheckedCredentials =>
  basicCredentials({
    clientId: parts.clientId ?? null,
    userName: parts.userName ?? null,
    password: parts.password ?? null,
  });
const identify = (presented: Partial<Omit<PresentedCredentials, "password">> & { password?: string }) =>
  directory.identify(
    {
      clientId: "",
      userName: "",
      certificate: undefined,
      ...presented,
      password: presented.password === undefined ? undefined : Buffer.from(presented.password),
    },
    NOW,
  );
const accepted = ({ id }: Device) => ({ kind: "device", deviceId: id });
const refused = (reason: string) => ({ kind: "refused", reason });

test("a token as user name is accepted with any password and any client id", async () => {
  const device = await withCredentials(accessToken("token-1"));
  expect(await identify({ userName: "token-1" })).toEqual(accepted(device));
  expect(await identify({ userName: "token-1", clientId: "anything", password: "anything" })).toEqual(accepted(device));
  expect(await identify({ userName: "token-1 " })).toEqual(refused("bad-credentials"));
  expect(await identify({ userName: "TOKEN-1" })).toEqual(refused("bad-credentials"));
});

test("basic credentials of client id and user name are looked for first, and a wrong password is not given another chance", async () => {
  const token = await withCredentials(accessToken("u"));
  const both = await withCredentials(basic({ clientId: "c", userName: "u", password: "p" }));
  expect(await identify({ clientId: "c", userName: "u", password: "p" })).toEqual(accepted(both));
  expect(await identify({ clientId: "c", userName: "u", password: "wrong" })).toEqual(refused("bad-credentials"));
  expect(await identify({ clientId: "c", userName: "u" })).toEqual(refused("bad-credentials"));
  expect(await identify({ clientId: "other", userName: "u" })).toEqual(accepted(token));
});

test("a user name alone is accepted from any client id, its password compared byte by byte", async () => {
  const device = await withCredentials(basic({ userName: "u", password: "pä" }));
  expect(await identify({ userName: "u", password: "pä", clientId: "x" })).toEqual(accepted(device));
  for (const password of ["pa", "pä ", ""])
    expect(await identify({ userName: "u", password })).toEqual(refused("bad-credentials"));
});

test("credentials without a password take any", async () => {
  const device = await withCredentials(basic({ userName: "u" }));
  expect(await identify({ userName: "u", password: "anything" })).toEqual(accepted(device));
});

test("a client id alone is accepted where the credentials are just that", async () => {
  const device = await withCredentials(basic({ clientId: "c" }));
  await withCredentials(basic({ clientId: "d", userName: "u" }));
  expect(await identify({ clientId: "c" })).toEqual(accepted(device));
  expect(await identify({ clientId: "d" })).toEqual(refused("bad-client-id"));
});

test("a computed id is no key: neither the hash of credentials nor other parts joined to the same text are accepted", async () => {
  const pair = basic({ clientId: "a", userName: "b|c" });
  await withCredentials(pair);
  const certificate = certificateCredentials(freshCertificateBody());
  await withCredentials(certificate);
  expect(await identify({ userName: pair.credentialsId })).toEqual(refused("bad-credentials"));
  expect(await identify({ userName: certificate.credentialsId })).toEqual(refused("bad-credentials"));
  expect(await identify({ clientId: "a|b", userName: "c" })).toEqual(refused("bad-credentials"));
  expect(await identify({ clientId: "a|b|c" })).toEqual(refused("bad-client-id"));
});

test("what is refused tells which of the cases it is", async () => {
  expect(await identify({ userName: "unknown" })).toEqual(refused("bad-credentials"));
  expect(await identify({ password: "p" })).toEqual(refused("bad-credentials"));
  expect(await identify({ clientId: "unknown" })).toEqual(refused("bad-client-id"));
  expect(await identify({})).toEqual(refused("not-authorized"));
});

test("a certificate decides alone, inside its validity", async () => {
  const der = Buffer.from(freshCertificateBody(), "base64");
  const device = await withCredentials(certificateCredentials(der.toString("base64")));
  await withCredentials(accessToken("token-1"));
  const valid = { der, validFrom: NOW, validTo: millis(NOW + 1) };
  expect(await identify({ certificate: valid })).toEqual(accepted(device));
  for (const certificate of [
    { ...valid, validFrom: millis(NOW + 1) },
    { ...valid, validTo: millis(NOW - 1) },
    { ...valid, der: Buffer.from("OTHER") },
  ])
    expect(await identify({ certificate, userName: "token-1" })).toEqual(refused("not-authorized"));
});

test("found credentials are read once, until they change", async () => {
  const device = await withCredentials(accessToken("token-1"));
  for (let count = 0; count < 3; count++) await identify({ userName: "token-1" });
  expect(reads).toBe(1);
  await stores.credentials.replace(tenantId, device.id, accessToken("token-2"), null);
  bus.publish({ kind: "credentials-changed", deviceId: device.id });
  expect(await identify({ userName: "token-1" })).toEqual(refused("bad-credentials"));
  expect(await identify({ userName: "token-2" })).toEqual(accepted(device));
});

test("the credentials of a deleted device are forgotten", async () => {
  const { id, name } = await withCredentials(accessToken("token-1"));
  await identify({ userName: "token-1" });
  await stores.devices.delete(tenantId, id);
  bus.publish({ kind: "device-deleted", tenantId, deviceId: id, name });
  expect(await identify({ userName: "token-1" })).toEqual(refused("bad-credentials"));
});

test("what was read before a change is not kept after it", async () => {
  const device = await withCredentials(accessToken("token-1"));
  const answer = identify({ userName: "token-1" });
  bus.publish({ kind: "credentials-changed", deviceId: device.id });
  await answer;
  await identify({ userName: "token-1" });
  expect(reads).toBe(2);
});

test("a read that a change has overtaken does not hide which credentials are kept", async () => {
  const device = await withCredentials(accessToken("token-1"));
  const late = Promise.withResolvers<undefined>();
  let isFirst = true;
  const store: CredentialsStore = {
    ...counting(stores.credentials),
    async findByCredentialsId(id) {
      const found = await stores.credentials.findByCredentialsId(id);
      if (isFirst) {
        isFirst = false;
        await late.promise;
      }
      return found;
    },
  };
  directory = remembering(3, store);
  const replaceBy = async (token: string): Promise<void> => {
    await stores.credentials.replace(tenantId, device.id, accessToken(token), null);
    bus.publish({ kind: "credentials-changed", deviceId: device.id });
  };

  const overtaken = identify({ userName: "token-1" });
  await expect.poll(() => isFirst).toBe(false);
  await replaceBy("token-2");
  expect(await identify({ userName: "token-2" })).toEqual(accepted(device));
  late.resolve(undefined);
  await overtaken;
  await replaceBy("token-3");

  expect(await identify({ userName: "token-2" })).toEqual(refused("bad-credentials"));
});

test("credentials that were replaced are refused, also where the new ones came before the change was announced", async () => {
  const device = await withCredentials(accessToken("token-1"));
  expect(await identify({ userName: "token-1" })).toEqual(accepted(device));
  await stores.credentials.replace(tenantId, device.id, accessToken("token-2"), null);
  expect(await identify({ userName: "token-2" })).toEqual(accepted(device));
  bus.publish({ kind: "credentials-changed", deviceId: device.id });

  expect(await identify({ userName: "token-1" })).toEqual(refused("bad-credentials"));
  expect(await identify({ userName: "token-2" })).toEqual(accepted(device));
});

test("a client id without credentials of its own is looked for once, also with a password", async () => {
  const token = await withCredentials(accessToken("token-1"));
  const user = await withCredentials(basic({ userName: "u", password: "p" }));
  const connect = async (): Promise<void> => {
    expect(await identify({ userName: "token-1", clientId: "c" })).toEqual(accepted(token));
    expect(await identify({ userName: "u", password: "p", clientId: "c" })).toEqual(accepted(user));
  };
  await connect();
  isStoreAway = true;
  await connect();
  expect(reads).toBe(4);
});

test("basic credentials of a client id and a user name count at once, also where the client has connected without them", async () => {
  await withCredentials(accessToken("u"));
  const [created, changed] = ["c", "d"].map((clientId) => basic({ clientId, userName: "u", password: "p" }));
  for (const clientId of ["c", "d"]) await identify({ clientId, userName: "u" });

  const first = await withCredentials(created ?? fail());
  const pair = (credentials: CheckedCredentials | undefined) => credentials?.credentialsId ?? fail();
  bus.publish({ kind: "device-created", tenantId, deviceId: first.id, gatewayId: null, pair: pair(created) });
  expect(await identify({ clientId: "c", userName: "u", password: "p" })).toEqual(accepted(first));
  expect(await identify({ clientId: "c", userName: "u" })).toEqual(refused("bad-credentials"));

  const second = await withCredentials(accessToken("token-2"));
  await stores.credentials.replace(tenantId, second.id, changed ?? fail(), null);
  bus.publish({ kind: "credentials-changed", deviceId: second.id, pair: pair(changed) });
  expect(await identify({ clientId: "d", userName: "u", password: "p" })).toEqual(accepted(second));
});

test("that there are no credentials of a client id is not remembered if some were created while they were looked for", async () => {
  const token = await withCredentials(accessToken("u"));
  await identify({ userName: "u" });
  const pair = basic({ clientId: "c", userName: "u" });
  const answer = identify({ clientId: "c", userName: "u" });
  await expect.poll(() => reads).toBe(2);
  const device = await withCredentials(pair);
  bus.publish({ kind: "device-created", tenantId, deviceId: device.id, gatewayId: null, pair: pair.credentialsId });
  expect(await answer).toEqual(accepted(token));
  expect(await identify({ clientId: "c", userName: "u" })).toEqual(accepted(device));
});

test("clients that guess, and one with ever new client ids, do not push out what is remembered of others", async () => {
  const [one, many] = [await withCredentials(accessToken("one")), await withCredentials(accessToken("many"))];
  await withCredentials(basic({ userName: "u", password: "p" }));
  directory = remembering(20);
  const useful = { userName: "one", clientId: "c" };
  await identify(useful);
  for (let index = 0; index < 20; index++) {
    const clientId = `client ${String(index)}`;
    await identify({ userName: "u", password: "wrong", clientId });
    await identify({ userName: "unknown", clientId });
    expect(await identify({ userName: "many", clientId })).toEqual(accepted(many));
  }
  reads = 0;
  expect(await identify(useful)).toEqual(accepted(one));
  expect(reads).toBe(0);
});

test("where changes may have been missed all is read again, and what has changed is announced", async () => {
  const token = await withCredentials(accessToken("token-1"));
  const pair = await withCredentials(basic({ clientId: "c", userName: "u", password: "p" }));
  await withCredentials(accessToken("unchanged"));
  for (const userName of ["token-1", "unchanged"]) await identify({ userName, clientId: "d" });
  await identify({ userName: "u", clientId: "c", password: "p" });
  const changed: DeviceId[] = [];
  bus.subscribe("credentials-changed", ({ deviceId }) => changed.push(deviceId));

  await stores.credentials.replace(tenantId, token.id, accessToken("token-2"), null);
  await stores.credentials.replace(tenantId, pair.id, basic({ clientId: "d", userName: "unchanged" }), null);
  bus.publish({ kind: "changes-missed" });
  await expect.poll(() => changed).toEqual([token.id, pair.id]);
  expect(await identify({ userName: "token-1", clientId: "d" })).toEqual(refused("bad-credentials"));
  expect(await identify({ userName: "u", clientId: "c", password: "p" })).toEqual(refused("bad-credentials"));
  await expect.poll(() => identify({ userName: "unchanged", clientId: "d" })).toEqual(accepted(pair));
});

test("what cannot be read again stays in force", async () => {
  const token = await withCredentials(accessToken("token-1"));
  const pair = await withCredentials(basic({ clientId: "c", userName: "u", password: "p" }));
  const connect = async (): Promise<void> => {
    expect(await identify({ userName: "token-1", clientId: "c" })).toEqual(accepted(token));
    expect(await identify({ userName: "u", clientId: "c", password: "p" })).toEqual(accepted(pair));
  };
  await connect();
  isStoreAway = true;
  reads = 0;
  const look = (): number => {
    bus.publish({ kind: "changes-missed" });
    return reads;
  };
  // It looks again only when it has done so before.
  await expect.poll(look).toBeGreaterThan(1);
  await connect();
});

test("guesses are not remembered, and the cache is bounded", async () => {
  const devices = await Promise.all(["t0", "t1", "t2", "t3"].map((token) => withCredentials(accessToken(token))));
  for (let guess = 0; guess < 10; guess++) await identify({ userName: `guess ${String(guess)}` });
  for (const token of ["t0", "t1", "t2", "t3"]) await identify({ userName: token });
  reads = 0;
  expect(await identify({ userName: "t3" })).toEqual(accepted(devices[3] ?? fail()));
  expect(reads).toBe(0);
  await identify({ userName: "t0" });
  expect(reads).toBe(1);
});

test("byAccessToken accepts tokens only", async () => {
  const device = await withCredentials(accessToken("token-1"));
  await withCredentials(basic({ userName: "u" }));
  expect(await directory.byAccessToken("token-1")).toBe(device.id);
  for (const other of ["u", "", "unknown"]) expect(await directory.byAccessToken(other)).toBeUndefined();
});

function fail(): never {
  throw new Error("no device");
}
