// TypeScript types of the API, as openapi-typescript makes them of its description.
import { join } from "node:path";
import openapiTypes, { astToString } from "openapi-typescript";
import { format, resolveConfig } from "prettier";

export const CLIENT_TYPES_FILE = join(import.meta.dirname, "../../web/api/api-types.ts");

const HEAD = `// The types of the API for clients, made of its description by tools/openapi/client-types.ts. Not to be edited.
/* oxlint-disable -- generated */
`;

/** The text of the file for the text of a document. */
export async function clientTypes(document: string): Promise<string> {
  // A member with a default may be left out by those who send it.
  const types = astToString(await openapiTypes(document, { silent: true, defaultNonNullable: false }));
  const style = await resolveConfig(CLIENT_TYPES_FILE);
  return format(`${HEAD}\n${types}`, { ...style, parser: "typescript" });
}
