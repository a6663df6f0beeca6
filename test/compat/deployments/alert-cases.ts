// For each rule of `deploy/prometheus/alerts.yml`, what makes it fire and when it then does, beside a platform that is well.
// Values are in the notation of promtool, one each minute.

/** A platform that is well, for a day and more; `*` stands for the rest of the day. */
export const HEALTHY: Readonly<Record<string, string>> = {
  up: "1x1800",
  bridgehead_telemetry_store_healthy: "1x1800",
  bridgehead_telemetry_damaged: "0x1800",
  bridgehead_telemetry_batches_failed_total: "0x1800",
  bridgehead_attributes_batches_failed_total: "0x1800",
  bridgehead_entities_batches_failed_total: "0x1800",
  bridgehead_audit_records_lost_total: "0x1800",
  'bridgehead_telemetry_acknowledgement_seconds_bucket{le="0.1"}': "0+100x1800",
  'bridgehead_telemetry_acknowledgement_seconds_bucket{le="2.5"}': "0+100x1800",
  'bridgehead_telemetry_acknowledgement_seconds_bucket{le="+Inf"}': "0+100x1800",
  'bridgehead_http_request_seconds_count{class="api",status="2xx"}': "0+100x1800",
  'bridgehead_http_request_seconds_count{class="api",status="5xx"}': "0+1x1800",
  'bridgehead_http_request_seconds_bucket{class="api",le="0.1"}': "0+100x1800",
  'bridgehead_http_request_seconds_bucket{class="api",le="5"}': "0+100x1800",
  'bridgehead_http_request_seconds_bucket{class="api",le="+Inf"}': "0+100x1800",
  bridgehead_disk_free_bytes: "60000-1x1800",
  bridgehead_disk_bytes: "100000x1800",
  bridgehead_telemetry_log_bytes: "100000000x1800",
  bridgehead_entities_writes_waiting: "900x1800",
  bridgehead_http_certificate_expiry_timestamp_seconds: "1400000x1800",
  bridgehead_mqtt_certificate_expiry_timestamp_seconds: "1400000x1800",
  bridgehead_logins_refused_total: "0+4x1800",
  nodejs_eventloop_delay_p99_seconds: "0.1x1800",
  bridgehead_mails_dropped_total: "0x1800",
  bridgehead_guesses_wrong_total: "0+19x1800",
  bridgehead_cluster_tail_bytes: "5000000x1800",
  bridgehead_backup_newest_timestamp_seconds: "0x1800",
  bridgehead_backup_restorable_timestamp_seconds: "0+60x1800",
  bridgehead_backups_failed_total: "0x1800",
};

export interface AlertCase {
  readonly alert: string;
  /** In the place of what the healthy platform has. */
  readonly series: Readonly<Record<string, string>>;
  /** When it has to be firing. */
  readonly minute: number;
}

const slow = (name: string, labels: string, le: string): Readonly<Record<string, string>> => ({
  [`${name}_bucket{${labels}le="0.1"}`]: "0+98x60",
  [`${name}_bucket{${labels}le="${le}"}`]: "0+98x60",
  [`${name}_bucket{${labels}le="+Inf"}`]: "0+100x60",
});

export const ALERT_CASES: readonly AlertCase[] = [
  { alert: "BridgeheadDown", series: { up: "1x3 0x20" }, minute: 7 },
  { alert: "TelemetryRefused", series: { bridgehead_telemetry_store_healthy: "1x3 0x20" }, minute: 6 },
  { alert: "HistoryDamaged", series: { bridgehead_telemetry_damaged: "0x3 1x20" }, minute: 5 },
  { alert: "HistoryBehind", series: { bridgehead_cluster_tail_bytes: "0x3 140000000x20" }, minute: 4.5 },
  { alert: "CommitsFailed", series: { bridgehead_telemetry_batches_failed_total: "0x3 1x20" }, minute: 8 },
  { alert: "CommitsFailed", series: { bridgehead_attributes_batches_failed_total: "0x3 1x20" }, minute: 8 },
  { alert: "CommitsFailed", series: { bridgehead_entities_batches_failed_total: "0x3 1x20" }, minute: 8 },
  { alert: "AuditRecordsLost", series: { bridgehead_audit_records_lost_total: "0x3 1x20" }, minute: 8 },
  {
    alert: "AcknowledgementsSlow",
    series: slow("bridgehead_telemetry_acknowledgement_seconds", "", "2.5"),
    minute: 20,
  },
  {
    alert: "CallsFail",
    series: { 'bridgehead_http_request_seconds_count{class="api",status="5xx"}': "0+3x60" },
    minute: 15,
  },
  { alert: "CallsSlow", series: slow("bridgehead_http_request_seconds", 'class="api",', "5"), minute: 20 },
  { alert: "DiskAlmostFull", series: { bridgehead_disk_free_bytes: "9000x60" }, minute: 10 },
  { alert: "DiskFullInThreeDays", series: { bridgehead_disk_free_bytes: "60000-20x1800" }, minute: 850 },
  { alert: "TelemetryLogGrows", series: { bridgehead_telemetry_log_bytes: "140000000x60" }, minute: 20 },
  { alert: "WritesWait", series: { bridgehead_entities_writes_waiting: "1001x60" }, minute: 10 },
  {
    alert: "CertificateEnds",
    series: { bridgehead_http_certificate_expiry_timestamp_seconds: "1200000x200" },
    minute: 90,
  },
  {
    alert: "CertificateEnds",
    series: { bridgehead_mqtt_certificate_expiry_timestamp_seconds: "1200000x200" },
    minute: 90,
  },
  { alert: "LoginsRefused", series: { bridgehead_logins_refused_total: "0+6x60" }, minute: 15 },
  { alert: "EventLoopBlocked", series: { nodejs_eventloop_delay_p99_seconds: "0.3x60" }, minute: 15 },
  { alert: "MailsGivenUp", series: { bridgehead_mails_dropped_total: "0x3 1x60" }, minute: 10 },
  { alert: "SecretsGuessed", series: { bridgehead_guesses_wrong_total: "0+21x60" }, minute: 15 },
  // Time begins with 0, and so does the newest backup of the healthy platform: it is never too old within the day.
  { alert: "BackupTooOld", series: { bridgehead_backup_newest_timestamp_seconds: "-200000x100" }, minute: 90 },
  { alert: "ChangesNotKept", series: { bridgehead_backup_restorable_timestamp_seconds: "0x100" }, minute: 66 },
  { alert: "BackupsFail", series: { bridgehead_backups_failed_total: "0x3 1x60" }, minute: 10 },
];
