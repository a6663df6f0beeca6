// German words of `pages/health`.
import type { Words } from "../en/catalog.ts";
import { countText } from "../format.ts";

const warningsText = (warnings: number): string => `${countText(warnings)} ${warnings === 1 ? "Warnung" : "Warnungen"}`;

export const health: Words["health"] = {
  title: "Systemzustand",
  says: "Alle paar Sekunden aktualisiert. Zur Überwachung dienen die [Metriken] im Prometheus-Format und die [API-Dokumentation].",
  what: "Zustand",
  up: "In Ordnung",
  upWithWarnings: (warnings) => `In Ordnung, ${warningsText(warnings)}`,
  upButCritical: (critical, warnings) =>
    `${countText(critical)} kritisch${warnings === 0 ? "" : `, ${warningsText(warnings)}`}`,
  down: "Ausgefallen",
  posture: {
    title: "Sicherheit und Betrieb",
    what: "Befunde",
    noProblems: "Keine Probleme gefunden.",
    severities: { critical: "Kritisch", warning: "Warnung", advice: "Hinweis" },
    tenantProfiles: "Mandantenprofile öffnen",
    moreTenants: (tenants) => `${countText(tenants)} ${tenants === 1 ? "weiterer" : "weitere"}`,
    versions: "Versionen",
    durability: "Dauerhaftigkeit",
    sync: {
      telemetry: "Bevor Telemetrie bestätigt wird",
      entities: "Bevor eine Änderung an Geräten, Benutzern oder Einstellungen bestätigt wird",
    },
  },
  stores: { telemetry: "Telemetrie", entities: "Geräte, Benutzer und Einstellungen" },

  process: {
    title: "Prozess",
    started: "Gestartet",
    uptime: "Laufzeit",
    memory: "Arbeitsspeicher",
    heap: "JavaScript-Heap",
    cpu: "CPU-Zeit",
    delay: "Verzögerung der Ereignisschleife, Median / 99 % / Maximum",
  },
  storage: {
    title: "Speicher",
    points: "Datenpunkte",
    notCounted: "Nicht gezählt",
    free: "Frei auf dem Datenträger",
    disk: "Datenträger",
  },
  mqtt: {
    title: "Gateways und Geräte",
    connections: "MQTT-Verbindungen",
    sessions: "MQTT-Sitzungen",
    connectsRefused: "Abgelehnte Verbindungen",
    publishesRefused: "Abgelehnte Nachrichten",
    protocolErrors: "Protokollfehler",
    overflows: "Geschlossene langsame Verbindungen",
  },
  live: {
    title: "Live-Aktualisierung",
    connections: "Verbindungen",
    subscriptions: "Abonnements",
    unsent: "Noch nicht gesendet",
  },
  queues: {
    title: "Warteschlangen",
    mails: "E-Mails",
    calls: "Aufrufe an Geräte",
    polls: "Geräte, die über HTTP abfragen",
    telemetry: "Telemetrie, die auf den Speicher wartet",
  },
  failures: {
    title: "Fehler seit dem Start",
    telemetry: "Stapel von Telemetrie",
    attributes: "Stapel von Attributen",
    mails: "E-Mails",
    audit: "Einträge des Prüfprotokolls",
    retention: "Aufbewahrungsläufe",
    none: "Keine",
  },
  reports: {
    title: "Berichte",
    none: "Dieser Prozess führt keine Berichte aus.",
    pools: { reports: "Berichte von Programmen", ui: "Berichte in Browsern", jobs: "Hintergrundberichte" },
    running: "laufend",
    queue: (waiting, capacity) => `${waiting} von ${capacity} Plätzen der Warteschlange belegt`,
  },
};
