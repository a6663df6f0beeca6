// REST contract 7 and 8: firmware and software packages.
import { createHash } from "node:crypto";
import { once } from "node:events";
import { appendFile, readdir, truncate } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bounds } from "../../src/app/bounds.ts";
import { SECOND_MILLIS } from "../../src/lib/units.ts";
import { useTestPlatform } from "../support/conformance.ts";
import {
  newFilePackage,
  newPackage,
  newProfile,
  packageBody,
  sendForm,
  someBytes,
  upload,
} from "../support/packages.ts";
import { member, text, type RestClient } from "../support/rest-client.ts";
import { expectError, UNKNOWN_ID } from "../support/rest-conformance.ts";
import { isCluster } from "../support/start-platform.ts";
import type { TestTenant } from "../support/tenant.ts";

const platform = useTestPlatform({
  settings: { "ota.fileBytesMax": 100_000, "security.jwt.tokenExpirationSeconds": 86_400 },
});

/** How often files without a package are looked for. */
const ROUND_MILLIS = bounds["ota.sweepMillis"];
/**
 * After as many they are gone. A node of a cluster waits an hour longer than an upload to another one may take, from the first that has found
 * a file without a package.
 */
const ROUNDS = isCluster ? 2 + (bounds["ota.upload.maxSeconds"] * SECOND_MILLIS) / ROUND_MILLIS : 1;
/** The clock of a test may go on while the round of a node lasts; then the next one comes later. */
const ROUNDS_MAX = isCluster ? 2 * ROUNDS : ROUNDS;

const BYTES = someBytes(70_000);
const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

async function tenantWithProfile(): Promise<{ tenant: TestTenant; rest: RestClient; profileId: string }> {
  const tenant = await platform().createTenant();
  return { tenant, rest: tenant.rest, profileId: (await newProfile(tenant)).id };
}

const folderOf = (): string => platform().packageFolder;

/** Each upload has a file of its own. */
const filesNow = (): Promise<readonly string[]> => readdir(folderOf()).catch(() => []);

async function filesSince(before: readonly string[]): Promise<readonly string[]> {
  return (await filesNow()).filter((name) => !before.includes(name));
}

async function download(rest: RestClient, id: string): Promise<Response> {
  return await fetch(`${rest.baseUrl}/api/otaPackage/${id}/download`, {
    headers: { "x-authorization": rest.authorization ?? "" },
  });
}

test("REST §8: a package is created, described, given its file and downloaded as it was uploaded", async () => {
  const { tenant, rest, profileId } = await tenantWithProfile();
  const sent = { ...packageBody(profileId), tag: "boiler 1.0", additionalInfo: { description: "first" } };
  const created = (await rest.post("/api/otaPackage", sent)) as object;
  const id = text(created, "id", "id");
  expect(created).toEqual({
    id: { entityType: "OTA_PACKAGE", id },
    createdTime: platform().clock.now(),
    tenantId: { entityType: "TENANT", id: tenant.id },
    deviceProfileId: { entityType: "DEVICE_PROFILE", id: profileId },
    type: "FIRMWARE",
    name: "boiler",
    title: "boiler",
    version: "1.0",
    tag: "boiler 1.0",
    url: null,
    hasData: false,
    fileName: null,
    contentType: null,
    checksumAlgorithm: null,
    checksum: null,
    dataSize: null,
    externalId: null,
    additionalInfo: { description: "first" },
  });
  const before = await filesNow();
  const uploaded = await upload(rest, id, { bytes: BYTES, name: "Kessel-für-7.bin", type: "application/x-firmware" });
  const info = {
    ...created,
    hasData: true,
    fileName: "Kessel-für-7.bin",
    contentType: "application/x-firmware",
    checksumAlgorithm: "SHA256",
    checksum: sha256(BYTES),
    dataSize: BYTES.length,
  };
  expect(uploaded.body).toEqual(info);
  expect(await rest.get(`/api/otaPackage/info/${id}`)).toEqual(info);
  expect(await rest.get(`/api/otaPackage/${id}`)).toEqual({ ...info, data: null });

  const answer = await download(rest, id);
  expect(answer.headers.get("content-type")).toBe("application/x-firmware");
  expect(answer.headers.get("content-length")).toBe(String(BYTES.length));
  expect(answer.headers.get("content-disposition")).toContain("attachment; filename=");
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(BYTES);
  expect(await filesSince(before)).toHaveLength(1);
});

test("REST §8: the checksum is computed as asked for, and one that is sent has to be that of the file", async () => {
  const { rest, profileId } = await tenantWithProfile();
  const bytes = Buffer.from("123456789");
  const hex = (algorithm: string): string => createHash(algorithm).update(bytes).digest("hex");
  const expected = {
    MD5: hex("md5"),
    SHA256: hex("sha256"),
    SHA384: hex("sha384"),
    SHA512: hex("sha512"),
    // cbf43926, with its lowest byte first.
    CRC32: "2639f4cb",
  };
  for (const [algorithm, checksum] of Object.entries(expected)) {
    const id = await newPackage(rest, profileId, { version: algorithm });
    const wrong = await upload(rest, id, { bytes, query: `checksumAlgorithm=${algorithm}&checksum=00` });
    expectError(wrong, 400, 31);
    expect(text(wrong.body, "message")).toContain(checksum);
    expect(member(await rest.get(`/api/otaPackage/info/${id}`), "hasData")).toBe(false);
    const query = `checksumAlgorithm=${algorithm.toLowerCase()}&checksum=${checksum.toUpperCase()}`;
    expect((await upload(rest, id, { bytes, query })).body).toMatchObject({ checksumAlgorithm: algorithm, checksum });
  }
  const id = await newPackage(rest, profileId, { version: "other" });
  for (const algorithm of ["MURMUR3_32", "MURMUR3_128", "constructor"]) {
    const refused = await upload(rest, id, { bytes, query: `checksumAlgorithm=${algorithm}` });
    expectError(refused, 400, 31);
    expect(text(refused.body, "message")).toMatch(/MD5, SHA256, SHA384, SHA512, CRC32/);
  }
});

test("REST §8: title and version are unique for each tenant and type", async () => {
  const { rest, profileId } = await tenantWithProfile();
  await newPackage(rest, profileId);
  const again = await rest.request("POST", "/api/otaPackage", packageBody(profileId));
  expectError(again, 400, 31);
  expect(text(again.body, "message")).toBe('firmware "boiler" 1.0 exists already');
  await newPackage(rest, profileId, { version: "1.1" });
  await newPackage(rest, profileId, { type: "SOFTWARE" });
  const other = await tenantWithProfile();
  await newPackage(other.rest, other.profileId);
});

test("REST §8: title, version, type, profile, tag and content cannot change once they are set; additional info can", async () => {
  const { tenant, rest, profileId } = await tenantWithProfile();
  const id = await newFilePackage(rest, profileId, BYTES, { tag: "t" });
  const info = (await rest.get(`/api/otaPackage/info/${id}`)) as object;
  const another = await newProfile(tenant);
  const changes = {
    title: "pump",
    version: "2.0",
    type: "SOFTWARE",
    deviceProfileId: { entityType: "DEVICE_PROFILE", id: another.id },
    tag: "u",
    url: "https://example.com/fw",
    checksum: "00",
    checksumAlgorithm: "MD5",
    dataSize: 1,
  };
  for (const [field, value] of Object.entries(changes)) {
    const refused = await rest.request("POST", "/api/otaPackage", { ...info, [field]: value });
    expectError(refused, 400, 31);
  }
  expectError(await upload(rest, id, { bytes: BYTES }), 400, 31);
  const saved = await rest.post("/api/otaPackage", { ...info, additionalInfo: { description: "second" } });
  expect(saved).toEqual({ ...info, additionalInfo: { description: "second" } });
  expect(new Uint8Array(await (await download(rest, id)).arrayBuffer())).toEqual(BYTES);
});

test("REST §8: a package has a url instead of a file, with what is known about it", async () => {
  const { rest, profileId } = await tenantWithProfile();
  const url = "https://example.com/fw/1.bin";
  for (const flag of ["usesUrl", "isURL"])
    expectError(
      await rest.request("POST", "/api/otaPackage", { ...packageBody(profileId), [flag]: true, url: " " }),
      400,
      31,
    );
  for (const dataSize of [-1, 2 ** 60, 1e30])
    expectError(await rest.request("POST", "/api/otaPackage", { ...packageBody(profileId), url, dataSize }), 400, 31);
  const known = { checksumAlgorithm: "MD5", checksum: "AB", dataSize: 7 };
  const created = await rest.post("/api/otaPackage", { ...packageBody(profileId), usesUrl: true, url, ...known });
  expect(created).toMatchObject({ url, hasData: true, fileName: null, ...known, checksum: "ab" });
  const id = text(created, "id", "id");
  expectError(await upload(rest, id, { bytes: BYTES }), 400, 31);
  expect((await download(rest, id)).status).toBe(400);
  const changed = { ...(created as object), url: "https://example.com/other" };
  expectError(await rest.request("POST", "/api/otaPackage", changed), 400, 31);

  const later = await newPackage(rest, profileId, { version: "2" });
  expect((await download(rest, later)).status).toBe(404);
  const body = { ...packageBody(profileId, { version: "2", url }), id: { id: later } };
  expect(await rest.post("/api/otaPackage", body)).toMatchObject({ url, hasData: true, checksum: null });
});

test("REST §8: what is no form with a file, an empty file and one beyond the bound leave no file", async () => {
  const { rest, profileId } = await tenantWithProfile();
  const id = await newPackage(rest, profileId);
  const before = await filesNow();
  const other = new FormData();
  other.append("data", new Blob([BYTES]), "data.bin");
  other.append("file", "a field and no file");
  expectError(await sendForm(rest, id, other), 400, 31);
  expectError(await upload(rest, id, { bytes: new Uint8Array() }), 400, 31);
  expectError(await upload(rest, id, { bytes: someBytes(100_001) }), 413, 31);
  expectError(await rest.request("POST", `/api/otaPackage/${id}`, { file: "JSON" }), 415, 31);
  expectError(await upload(rest, UNKNOWN_ID, { bytes: BYTES }), 404, 32);
  expect(await filesSince(before)).toEqual([]);
  expect((await upload(rest, id, { bytes: someBytes(100_000) })).status).toBe(200);
});

test("REST §8: an upload that breaks off leaves no file, and the next one succeeds", async () => {
  const { rest, profileId } = await tenantWithProfile();
  const id = await newPackage(rest, profileId);
  const before = await filesNow();
  const { hostname, port } = new URL(rest.baseUrl);
  for (const end of ["short", "destroy"]) {
    const socket = connect(Number(port), hostname);
    const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`;
    const part = `${head}${"x".repeat(30_000)}`;
    const length = end === "short" ? part.length : 90_000;
    socket.write(
      `POST /api/otaPackage/${id} HTTP/1.1\r\nhost: a\r\nx-authorization: ${rest.authorization ?? ""}\r\n` +
        `content-type: multipart/form-data; boundary=b\r\ncontent-length: ${String(length)}\r\nconnection: close\r\n\r\n${part}`,
    );
    if (end === "short") {
      const answer: Buffer[] = [];
      socket.on("data", (chunk: Buffer) => answer.push(chunk));
      await once(socket, "close");
      expect(Buffer.concat(answer).toString()).toMatch(/^HTTP\/1\.1 400 /);
    } else {
      await waitForPart(before);
      socket.destroy();
    }
  }
  await expect.poll(async () => (await upload(rest, id, { bytes: BYTES })).status).toBe(200);
  await expect.poll(() => filesSince(before)).toHaveLength(1);
  expect((await filesSince(before))[0]).not.toContain(".part");
});

async function waitForPart(before: readonly string[]): Promise<void> {
  await expect.poll(async () => (await filesSince(before)).some((name) => name.endsWith(".part"))).toBe(true);
}

test("REST §8: a package that is deleted while its file arrives is gone, and the upload says so", async () => {
  const { rest, profileId } = await tenantWithProfile();
  const id = await newPackage(rest, profileId);
  const before = await filesNow();
  const { hostname, port } = new URL(rest.baseUrl);
  const socket = connect(Number(port), hostname);
  const answer: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => answer.push(chunk));
  const part = `--b\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n${"x".repeat(30_000)}`;
  const end = "\r\n--b--\r\n";
  socket.write(
    `POST /api/otaPackage/${id} HTTP/1.1\r\nhost: a\r\nx-authorization: ${rest.authorization ?? ""}\r\n` +
      `content-type: multipart/form-data; boundary=b\r\ncontent-length: ${String(part.length + end.length)}\r\n` +
      `connection: close\r\n\r\n${part}`,
  );
  await waitForPart(before);
  await rest.delete(`/api/otaPackage/${id}`);
  socket.write(end);
  await once(socket, "close");
  expect(Buffer.concat(answer).toString()).toMatch(/^HTTP\/1\.1 404 /);
  expect(await filesSince(before)).toEqual([]);
});

test("REST §8: the download of a file that is not as long as it was ends at once, with an error where bytes are missing", async () => {
  const { rest, profileId } = await tenantWithProfile();
  const before = await filesNow();
  const id = await newFilePackage(rest, profileId, BYTES);
  const [name = ""] = await filesSince(before);
  await appendFile(join(folderOf(), name), "more");
  expect(new Uint8Array(await (await download(rest, id)).arrayBuffer())).toEqual(BYTES);
  await truncate(join(folderOf(), name), 60_000);
  await expect(download(rest, id).then((answer) => answer.arrayBuffer())).rejects.toThrow();
});

test("REST §5: maxOtaPackagesInBytes bounds the files of a tenant together", async () => {
  const tenant = await platform().createTenant({ maxOtaPackagesInBytes: 100_000 });
  const { id: profileId } = await newProfile(tenant);
  await newFilePackage(tenant.rest, profileId, BYTES);
  const id = await newPackage(tenant.rest, profileId, { version: "2" });
  const refused = await upload(tenant.rest, id, { bytes: someBytes(30_001) });
  expect([refused.status, member(refused.body, "errorCode"), member(refused.body, "entityType")]).toEqual([
    403,
    41,
    "OTA_PACKAGE",
  ]);
  expect((await upload(tenant.rest, id, { bytes: someBytes(30_000) })).status).toBe(200);
});

test("REST §8: lists are sorted and searched, and show what can be assigned to devices of a profile", async () => {
  const { tenant, rest, profileId } = await tenantWithProfile();
  const titles = async (path: string): Promise<unknown> => {
    const rows = member(await rest.get(path), "data") as readonly unknown[];
    return rows.map((row) => member(row, "version"));
  };
  await newPackage(rest, profileId, { version: "1" });
  await newFilePackage(rest, profileId, BYTES, { version: "2", title: "Pump" });
  await newPackage(rest, profileId, { version: "3", url: "https://example.com" });
  await newFilePackage(rest, profileId, BYTES, { version: "4", type: "SOFTWARE" });
  await newFilePackage(rest, (await newProfile(tenant)).id, BYTES, { version: "5" });
  const page = "pageSize=10&page=0";
  expect(await titles(`/api/otaPackages?${page}`)).toEqual(["1", "2", "3", "4", "5"]);
  expect(await titles(`/api/otaPackages?${page}&sortProperty=version&sortOrder=DESC`)).toEqual([
    "5",
    "4",
    "3",
    "2",
    "1",
  ]);
  expect(await titles(`/api/otaPackages?${page}&textSearch=pUMP`)).toEqual(["2"]);
  expect(await rest.get("/api/otaPackages?pageSize=2&page=2")).toMatchObject({ totalElements: 5, hasNext: false });
  expect(await titles(`/api/otaPackages/${profileId}/FIRMWARE?${page}`)).toEqual(["2", "3"]);
  expect(await titles(`/api/otaPackages/${profileId}/SOFTWARE?${page}`)).toEqual(["4"]);
  for (const sortProperty of ["createdTime", "type", "title", "tag", "url", "fileName", "dataSize", "checksum"])
    expect(await titles(`/api/otaPackages?${page}&sortProperty=${sortProperty}`)).toHaveLength(5);
  expectError(await rest.request("GET", `/api/otaPackages?${page}&sortProperty=data`), 400, 31);
  expectError(await rest.request("GET", `/api/otaPackages/${profileId}/HARDWARE?${page}`), 400, 31);
});

test("REST §8: packages and their files go when they, their profile or their tenant are deleted", async () => {
  const { tenant, rest, profileId } = await tenantWithProfile();
  const before = await filesNow();
  const ids = [await newFilePackage(rest, profileId, BYTES)];
  await rest.delete(`/api/otaPackage/${ids[0] ?? ""}`);
  expectError(await rest.request("GET", `/api/otaPackage/${ids[0] ?? ""}`), 404, 32);
  expect(await filesSince(before)).toEqual([]);
  const { id: other } = await newProfile(tenant);
  ids.push(await newFilePackage(rest, other, BYTES, { version: "2" }));
  await rest.delete(`/api/deviceProfile/${other}`);
  expectError(await rest.request("GET", `/api/otaPackage/${ids[1] ?? ""}`), 404, 32);
  const ofProfile = await filesSince(before);
  expect(ofProfile).toHaveLength(1);
  await newFilePackage(rest, profileId, BYTES, { version: "3" });
  await platform().sysAdmin.delete(`/api/tenant/${tenant.id}`);
  expect(await filesSince(before)).toEqual(ofProfile);
  // Those of a profile go with the next round, which leaves all others where they are.
  const neighbour = await tenantWithProfile();
  await newFilePackage(neighbour.rest, neighbour.profileId, BYTES);
  const kept = await filesSince([...before, ...ofProfile]);
  let rounds = 0;
  const filesNextRound = (): Promise<readonly string[]> => {
    if (rounds < ROUNDS_MAX) platform().clock.advance(ROUND_MILLIS);
    rounds++;
    return filesSince(before);
  };
  await expect.poll(filesNextRound).toEqual(kept);
  expect(rounds).toBeGreaterThanOrEqual(ROUNDS);
});

test("REST §12: saving, uploading and deleting a package leave audit records", async () => {
  const { rest, profileId } = await tenantWithProfile();
  const id = await newFilePackage(rest, profileId, BYTES);
  await rest.delete(`/api/otaPackage/${id}`);
  const records = member(
    await rest.get(
      `/api/audit/logs/entity/OTA_PACKAGE/${id}?pageSize=10&page=0&sortProperty=createdTime&sortOrder=ASC`,
    ),
    "data",
  ) as readonly unknown[];
  expect(records.map((record) => member(record, "actionType"))).toEqual(["ADDED", "UPDATED", "DELETED"]);
  expect(records.map((record) => member(record, "entityName"))).toEqual(["boiler", "boiler 1.0", "boiler 1.0"]);
});

test("REST §8: a reference of a package to a profile of another tenant, and one without a profile, are refused", async () => {
  const { rest } = await tenantWithProfile();
  const stranger = await tenantWithProfile();
  expectError(await rest.request("POST", "/api/otaPackage", packageBody(stranger.profileId)), 400, 31);
  expectError(await rest.request("POST", "/api/otaPackage", { type: "FIRMWARE", title: "a", version: "1" }), 400, 31);
});
