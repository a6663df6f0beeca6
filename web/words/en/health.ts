// English words of `pages/health`.
import { countText } from "../format.ts";

const warningsText = (warnings: number): string => `${countText(warnings)} ${warnings === 1 ? "warning" : "warnings"}`;

export const health = {
  title: "System health",
  // The links lead to the metrics and to the documentation.
  says: "Refreshed every few seconds. For monitoring, use the [metrics] in Prometheus format and the [API documentation].",
  what: "state",
  up: "Healthy",
  upWithWarnings: (warnings: number) => `Healthy, ${warningsText(warnings)}`,
  upButCritical: (critical: number, warnings: number) =>
    `${countText(critical)} critical${warnings === 0 ? "" : `, ${warningsText(warnings)}`}`,
  down: "Down",
  posture: {
    title: "Security and operation",
    what: "findings",
    noProblems: "No problems found.",
    severities: { critical: "Critical", warning: "Warning", advice: "Advice" },
    tenantProfiles: "Open the tenant profiles",
    moreTenants: (tenants: number) => `${countText(tenants)} more`,
    versions: "Versions",
    durability: "Durability",
    sync: {
      telemetry: "Before telemetry is acknowledged",
      entities: "Before a change of devices, users or settings is confirmed",
    },
  },
  stores: { telemetry: "Telemetry", entities: "Devices, users and settings" },

  process: {
    title: "Process",
    started: "Started",
    uptime: "Uptime",
    memory: "Memory",
    heap: "JavaScript heap",
    cpu: "CPU time",
    delay: "Event loop delay, median / 99% / maximum",
  },
  storage: {
    title: "Storage",
    points: "Points",
    notCounted: "Not counted",
    free: "Free on the disk",
    disk: "Disk",
  },
  mqtt: {
    title: "Gateways and devices",
    connections: "MQTT connections",
    sessions: "MQTT sessions",
    connectsRefused: "Connections refused",
    publishesRefused: "Messages refused",
    protocolErrors: "Protocol errors",
    overflows: "Slow connections closed",
  },
  live: {
    title: "Live updates",
    connections: "Connections",
    subscriptions: "Subscriptions",
    unsent: "Waiting to be sent",
  },
  queues: {
    title: "Queues",
    mails: "Mails",
    calls: "Calls to devices",
    polls: "Devices that poll over HTTP",
    telemetry: "Telemetry waiting for the store",
  },
  failures: {
    title: "Failures since start",
    telemetry: "Batches of telemetry",
    attributes: "Batches of attributes",
    mails: "Mails",
    audit: "Audit records",
    retention: "Retention runs",
    none: "None",
  },
  reports: {
    title: "Reports",
    none: "This process does not run reports.",
    pools: { reports: "Reports of programs", ui: "Reports in browsers", jobs: "Background reports" },
    running: "running",
    queue: (waiting: string, capacity: string) => `${waiting} of ${capacity} queue places used`,
  },
};
