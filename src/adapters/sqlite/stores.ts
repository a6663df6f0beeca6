// The stores of the embedded database, one line each. Read by the writer's thread and by the main thread alike.
import type { StoreTable } from "./store-table.ts";

export const stores = {
} satisfies StoreTable;
