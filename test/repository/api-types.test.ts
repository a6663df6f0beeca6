// The types that the web interface and tests have of the API are those of the description that it serves.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { servedDocument } from "../../tools/openapi/document.ts";
import { CLIENT_TYPES_FILE, clientTypes } from "../../tools/openapi/write-types.ts";

test("web/api/api-types.ts is up to date; tools/openapi/client-types.ts writes it", async () => {
  const isUpToDate = readFileSync(CLIENT_TYPES_FILE, "utf8") === (await clientTypes(await servedDocument()));

  expect(isUpToDate, "run: node scripts/run.mjs tools/openapi/client-types.ts").toBe(true);
});
