// Contents of packages and results of background reports have names of their own, so that two uploads of one package, or two runs
// of one report, never write the same file. Files that there are keep theirs: the id of the package or of the report.
import type { Migration } from "./migration.ts";

export const fileNames: Migration = {
  number: 220,
  name: "file names",
  up(connection) {
    const { text } = connection.dialect;
    connection.exec(`ALTER TABLE ota_package ADD COLUMN content_id ${text}`);
    connection.exec("UPDATE ota_package SET content_id = id WHERE file_name IS NOT NULL");
    connection.exec("CREATE INDEX ota_package_by_content ON ota_package (content_id) WHERE content_id IS NOT NULL");
    connection.exec(`ALTER TABLE report_job ADD COLUMN run_id ${text}`);
    connection.exec("ALTER TABLE report_job ADD COLUMN percent INTEGER NOT NULL DEFAULT 0");
    connection.exec("UPDATE report_job SET run_id = id, percent = 100 WHERE state = 'done'");
    connection.exec("CREATE INDEX report_job_by_run ON report_job (run_id) WHERE run_id IS NOT NULL");
  },
};
