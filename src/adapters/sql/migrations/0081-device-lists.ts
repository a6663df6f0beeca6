// Lists of a hundred thousand devices: an index for each usual order, which holds all that searches and filters ask for, so
// that no device has to be looked at but those of the page.
import type { Migration } from "./migration.ts";

export const deviceLists: Migration = {
  number: 81,
  name: "device lists",
  up(connection) {
    connection.exec(`
      DROP INDEX device_by_tenant;
      DROP INDEX device_by_customer;
      CREATE INDEX device_by_customer ON device (tenant_id, customer_id, id, search_text, profile_id)
        WHERE customer_id IS NOT NULL;
      CREATE INDEX device_in_order_of_id ON device (tenant_id, id, search_text, profile_id, customer_id, label);
      CREATE INDEX device_in_order_of_time ON device (tenant_id, created_at, id, search_text, profile_id, customer_id);
      CREATE INDEX device_in_order_of_name ON device (tenant_id, name, search_text, profile_id, customer_id);
    `);
  },
};
