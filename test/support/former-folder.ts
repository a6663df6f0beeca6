// Data folders of released versions (test/fixtures/data-VERSION), with what that version answered about them.
import { readdirSync } from "node:fs";
import { cp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import packageInfo from "../../package.json" with { type: "json" };
import { member, RestClient } from "./rest-client.ts";

const FIXTURES = join(import.meta.dirname, "../fixtures");
const PREFIX = "data-";
/** Next to the files of the folder, and no part of it. */
export const ANSWERS_FILE = "answers.json";
const PACKED = ".gz";

export interface FormerAnswers {
  readonly apiKey: string;
  /** What the former version answered to GET. */
  readonly answers: readonly { readonly path: string; readonly body: string }[];
  readonly auditRecords: number;
}

export const formerVersions: readonly string[] = readdirSync(FIXTURES)
  .filter((name) => name.startsWith(PREFIX))
  .map((name) => name.slice(PREFIX.length))
  .sort();

/** All but that of this version: a start has to upgrade their folders. */
export const upgradedVersions = formerVersions.filter((version) => version !== packageInfo.version);

export function fixtureOf(version: string): string {
  return join(FIXTURES, `${PREFIX}${version}`);
}

export async function unpackFormerFolder(version: string, folder: string): Promise<void> {
  await cp(fixtureOf(version), folder, { recursive: true });
  await rm(join(folder, ANSWERS_FILE));
  for (const name of await readdir(folder, { recursive: true }))
    if (name.endsWith(PACKED)) {
      const packed = join(folder, name);
      await writeFile(packed.slice(0, -PACKED.length), gunzipSync(await readFile(packed)));
      await rm(packed);
    }
}

export async function formerAnswers(version: string): Promise<FormerAnswers> {
  return JSON.parse(await readFile(join(fixtureOf(version), ANSWERS_FILE), "utf8")) as FormerAnswers;
}

/** Paths that the platform answers otherwise than that version did, with both answers; nothing for none. */
export async function changedAnswers(version: string, http: string): Promise<readonly unknown[]> {
  const { apiKey, answers, auditRecords } = await formerAnswers(version);
  const client = new RestClient(http, `ApiKey ${apiKey}`);
  const changed: unknown[] = [];
  for (const { path, body } of answers) {
    const answer = (await client.getText(path)).replaceAll(http, "http://platform");
    if (answer !== body) changed.push({ path, was: body, is: answer });
  }
  const found = member(await client.get("/api/audit/logs?pageSize=1&page=0"), "totalElements");
  if (found !== auditRecords) changed.push({ path: "/api/audit/logs", was: auditRecords, is: found });
  return changed;
}
