// German words of `pages/limits`, and of every limit of a tenant.
import type { Words } from "../en/catalog.ts";
import { countText } from "../format.ts";

const SPANS = {
  second: ["Sekunde", "Sekunden"],
  minute: ["Minute", "Minuten"],
  hour: ["Stunde", "Stunden"],
  day: ["Tag", "Tage"],
} as const;

export const limits: Words["limits"] = {
  title: "Grenzwerte und Nutzung",
  about: "Ihre Grenzwerte und Ihr Verbrauch. Der Betreiber dieser Plattform legt die Grenzwerte fest.",
  whatLimits: "Grenzwerte",
  apiCalls: "API-Aufrufe",
  apiCallsText: "Auch Seiten im Browser zählen.",

  allUsers: "Alle Benutzer zusammen",
  callsOf: (party, window) => `${party}, ${window}`,
  calls: "Aufrufe",
  liveUpdates: "Live-Aktualisierung",
  liveUpdatesText: "Verbindungen, die Werte bei jeder Änderung erhalten.",
  traffic: "Datenverkehr",
  trafficText: "Nachrichten über einer Rate werden abgelehnt; der Absender erhält den Grund als Code.",
  noLimits: {
    calls: "API-Aufrufe sind nicht begrenzt.",
    traffic: "Der Datenverkehr ist nicht begrenzt.",
    both: "API-Aufrufe und Datenverkehr sind nicht begrenzt.",
    any: "Für Sie gelten keine Grenzwerte.",
  },
  trafficTable: "Grenzwerte des Datenverkehrs",
  appliesTo: "Gilt für",
  what: "Grenzwert",
  maximum: "Höchstens",
  month: "Dieser Monat",
  monthText: (end) => `Beginnt am ${end} neu.`,
  reachedTitle: "Ein Grenzwert dieses Monats ist erreicht",
  reached: "Die Plattform lehnt Geräte bis [] ab, oder bis der Betreiber dieser Plattform den Grenzwert erhöht.",
  reachedByTenant: "Die Plattform lehnt Geräte bis [] ab, oder bis das Mandantenprofil mehr zulässt.",

  parties: {
    tenant: "Alle Geräte zusammen",
    device: "Jedes Gerät",
    gateway: "Die Geräte hinter jedem Gateway zusammen",
    "gateway device": "Jedes Gateway selbst",
    session: "Jede Live-Verbindung",
    customer: "Ihr Kunde",
    user: "Sie",
  },

  noRate: "unbegrenzt",
  rate: (count, many, unit) => {
    const [one, several] = SPANS[unit];
    return `${countText(count)} pro ${many === 1 ? one : `${countText(many)} ${several}`}`;
  },

  groups: {
    entities: {
      label: "Entitäten",
      text: "Wie viele Geräte, Kunden, Benutzer und Dashboards es geben kann. Ein kleinerer Grenzwert löscht nichts; er verhindert nur neue.",
    },
    "stored-values": {
      label: "Gespeicherte Schlüssel",
      text: "Setzen Sie diese Grenzwerte höher, als eine Anlage je braucht. Sie verhindern, dass ein defektes Gerät die Datenbank füllt. Vorhandene Daten bleiben und lassen sich weiterhin ändern.",
    },
    month: {
      label: "Pro Monat",
      text: "Gezählt je Kalendermonat in UTC. Ist ein Grenzwert erreicht, werden Geräte bis zum nächsten Monat abgelehnt.",
    },
    tenant: {
      label: "Datenverkehr des ganzen Mandanten",
      text: "Nachrichten über einer Rate werden abgelehnt. Der Absender erfährt, wann er es wieder versuchen kann, wenn sein Protokoll das vorsieht.",
    },
    gateway: {
      label: "Datenverkehr der Geräte hinter einem Gateway",
      text: "Für alle Geräte hinter einem Gateway zusammen.",
    },
    "gateway-device": {
      label: "Datenverkehr eines Gateways selbst",
      text: "Für das, was ein Gateway über sich selbst sendet, nicht über die Geräte dahinter.",
    },
    device: {
      label: "Datenverkehr eines Geräts",
      text: "Für jedes Gerät mit eigener Verbindung.",
    },
    rest: {
      label: "API-Aufrufe",
      text: "Aufrufe von Programmen und von Personen im Browser. Ein abgelehnter Aufruf nennt, wann er wiederholt werden kann.",
    },
    websocket: {
      label: "Live-Aktualisierung",
      text: "Verbindungen von Browsern und Programmen, die Werte bei jeder Änderung erhalten.",
    },
    retention: {
      label: "Aufbewahrung",
      text: "Ältere Daten werden gelöscht.",
    },
    packages: {
      label: "Pakete",
      text: "Firmware und Software, die Geräte installieren.",
    },
    stored: {
      label: "Gespeichert, ohne Wirkung",
      text: "Für importierte Profile aufbewahrt. Auf dieser Plattform haben sie keine Wirkung.",
    },
  },

  senders: {
    transportTenant: "aller Geräte des Mandanten zusammen",
    transportGateway: "zu allen Geräten hinter einem Gateway zusammen",
    transportGatewayDevice: "eines Gateways über sich selbst",
    transportDevice: "eines Geräts",
  },
  messages: {
    label: "Nachrichten",
    text: (sender) => `Alle Nachrichten ${sender}: Telemetrie, Attribute, RPC-Antworten und alle übrigen.`,
  },
  telemetryMessages: {
    label: "Telemetrienachrichten",
    text: (sender) => `Nachrichten ${sender}, die Telemetrie enthalten.`,
  },
  dataPoints: {
    label: "Datenpunkte",
    text: (sender) => `Einzelne Werte in der Telemetrie ${sender}; eine Nachricht mit fünf Werten zählt fünf.`,
  },

  limits: {
    maxDevices: { label: "Geräte", text: "Auch Gateways zählen, ebenso die Geräte, die Gateways anlegen." },
    maxCustomers: { label: "Kunden", text: "Auch der öffentliche Kunde zählt." },
    maxUsers: { label: "Benutzer", text: "Administratoren und Kundenbenutzer zusammen." },
    maxDashboards: { label: "Dashboards", text: "Auch Dashboards ohne Kunden zählen." },
    maxAttributesPerEntity: { label: "Attribute pro Entität", text: "Über alle Bereiche zusammen." },
    maxSeries: {
      label: "Telemetrieschlüssel",
      text: "Jeder Schlüssel jedes Geräts, Kunden und Benutzers zählt.",
    },
    maxTransportMessages: { label: "Nachrichten", text: "Nachrichten von Geräten und Gateways." },
    maxTransportDataPoints: { label: "Datenpunkte", text: "Einzelne Werte, die Geräte und Gateways senden." },
    maxDPStorageDays: {
      label: "Speicherung",
      text: "Gespeicherte Datenpunkte mal die Tage, die jeder aufbewahrt wird.",
    },
    maxEmails: {
      label: "E-Mails",
      text: "E-Mails, die die Plattform für den Mandanten sendet, zum Beispiel Aktivierungslinks.",
    },
    tenantServerRestLimitsConfiguration: { label: "Aufrufe des Mandanten", text: "Von allen Benutzern zusammen." },
    customerServerRestLimitsConfiguration: {
      label: "Aufrufe eines Kunden",
      text: "Von den Benutzern eines Kunden zusammen.",
    },
    maxWsSessionsPerTenant: { label: "Verbindungen des Mandanten", text: "Von allen Benutzern zusammen." },
    maxWsSessionsPerCustomer: { label: "Verbindungen eines Kunden", text: "Von den Benutzern eines Kunden zusammen." },
    maxWsSessionsPerRegularUser: { label: "Verbindungen eines Benutzers", text: "Von einem angemeldeten Benutzer." },
    maxWsSessionsPerPublicUser: { label: "Öffentliche Verbindungen", text: "Von allen, die öffentliche Geräte lesen." },
    maxWsSubscriptionsPerTenant: { label: "Abonnements des Mandanten", text: "Von allen Benutzern zusammen." },
    maxWsSubscriptionsPerCustomer: {
      label: "Abonnements eines Kunden",
      text: "Von den Benutzern eines Kunden zusammen.",
    },
    maxWsSubscriptionsPerRegularUser: {
      label: "Abonnements eines Benutzers",
      text: "Von einem angemeldeten Benutzer.",
    },
    maxWsSubscriptionsPerPublicUser: {
      label: "Öffentliche Abonnements",
      text: "Von allen, die öffentliche Geräte lesen.",
    },
    wsMsgQueueLimitPerSession: {
      label: "Wartende Aktualisierungen",
      text: "Aktualisierungen, die auf einen langsamen Empfänger warten dürfen, bevor seine Verbindung geschlossen wird.",
    },
    wsUpdatesPerSessionRateLimit: {
      label: "Aktualisierungen pro Verbindung",
      text: "Aktualisierungen, die an eine Verbindung gesendet werden.",
    },
    defaultStorageTtlDays: {
      label: "Telemetrie",
      text: "Tage, die Datenpunkte ohne eigene Aufbewahrungszeit bleiben; 0 bewahrt sie für immer auf.",
    },
    rpcTtlDays: { label: "Persistente Aufrufe", text: "Tage, die RPC-Aufrufe nach ihrem Ende aufbewahrt werden." },
    maxOtaPackagesInBytes: { label: "Paketdateien", text: "Die Dateien aller Pakete zusammen." },
    maxAssets: { label: "Assets", text: "Ohne Wirkung." },
    maxRuleChains: { label: "Regelketten", text: "Ohne Wirkung." },
    maxEdges: { label: "Edges", text: "Ohne Wirkung." },
    maxCreatedAlarms: { label: "Alarme pro Monat", text: "Ohne Wirkung." },
    maxSms: { label: "SMS pro Monat", text: "Ohne Wirkung." },
  },
  units: { pointDays: "Punkttage", days: "Tage", bytes: "Bytes" },
};
