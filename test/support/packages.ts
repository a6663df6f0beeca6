// Firmware and software packages as a caller of the REST API makes them.
import { text, type RestAnswer, type RestClient } from "./rest-client.ts";
import type { TestTenant } from "./tenant.ts";
import { parseNamed } from "../../src/lib/json-names.ts";

export interface NewPackage {
  readonly type?: "FIRMWARE" | "SOFTWARE";
  readonly title?: string;
  readonly version?: string;
  readonly tag?: string | null;
  readonly url?: string;
}

export interface FileToUpload {
  readonly bytes: Uint8Array;
  readonly name?: string;
  readonly type?: string;
  /** Of the call, as `checksumAlgorithm=MD5`. */
  readonly query?: string;
}

export async function newProfile(tenant: TestTenant): Promise<{ readonly id: string; readonly name: string }> {
  const name = tenant.uniqueName("profile");
  const body = { name, type: "DEFAULT", transportType: "DEFAULT", profileData: {} };
  return { id: text(await tenant.rest.post("/api/deviceProfile", body), "id", "id"), name };
}

export function packageBody(profileId: string, fields: NewPackage = {}): Readonly<Record<string, unknown>> {
  return {
    type: "FIRMWARE",
    title: "boiler",
    version: "1.0",
    deviceProfileId: { entityType: "DEVICE_PROFILE", id: profileId },
    ...fields,
  };
}

/** The id of a package without a content, unless the fields have a url. */
export async function newPackage(rest: RestClient, profileId: string, fields: NewPackage = {}): Promise<string> {
  return text(await rest.post("/api/otaPackage", packageBody(profileId, fields)), "id", "id");
}

/** The same with this file. */
export async function newFilePackage(
  rest: RestClient,
  profileId: string,
  bytes: Uint8Array,
  fields: NewPackage = {},
): Promise<string> {
  const id = await newPackage(rest, profileId, fields);
  const answer = await upload(rest, id, { bytes });
  if (answer.status !== 200) throw new Error(`the file of ${id} answered ${String(answer.status)}: ${answer.text}`);
  return id;
}

export async function upload(rest: RestClient, id: string, file: FileToUpload): Promise<RestAnswer> {
  const form = new FormData();
  const { bytes, name = "boiler.bin", type = "application/octet-stream", query = "" } = file;
  form.append("file", new Blob([new Uint8Array(bytes)], { type }), name);
  return await sendForm(rest, id, form, query);
}

export async function sendForm(rest: RestClient, id: string, form: FormData, query = ""): Promise<RestAnswer> {
  const path = `/api/otaPackage/${id}`;
  const answer = await fetch(`${rest.baseUrl}${path}?${query}`, {
    method: "POST",
    headers: { "x-authorization": rest.authorization ?? "" },
    body: form,
  });
  const body = await answer.text();
  rest.answerCheck?.check("POST", path, { status: answer.status, headers: answer.headers, text: body });
  return {
    status: answer.status,
    headers: answer.headers,
    text: body,
    body: body === "" ? undefined : parseNamed(body),
  };
}

/** Bytes that differ from place to place. */
export function someBytes(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => (index * 31 + (index >> 8)) % 256);
}
