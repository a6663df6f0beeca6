export type * from "../../test/support/api-types.ts";
