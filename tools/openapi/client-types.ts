// Brings web/api/api-types.ts up to date, the types that a generated client has of this API:
// `node scripts/run.mjs tools/openapi/client-types.ts`.
import { writeFileSync } from "node:fs";
import { servedDocument } from "./document.ts";
import { CLIENT_TYPES_FILE, clientTypes } from "./write-types.ts";

writeFileSync(CLIENT_TYPES_FILE, await clientTypes(await servedDocument()));
