// What the tabs of a gateway's page are given.
import type { Schema } from "../../api/schemas.ts";

export type GatewayDetails = Schema<"GatewayDetails">;
