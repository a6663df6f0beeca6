// German words of `pages/overview`.
import type { Words } from "../en/catalog.ts";
import { countText, percentText } from "../format.ts";

export const overview: Words["overview"] = {
  title: "Übersicht",
  says: {
    SYS_ADMIN: "Die gesamte Installation, alle paar Sekunden aktualisiert.",
    TENANT_ADMIN: "Ihre Gateways und Geräte, alle paar Sekunden aktualisiert.",
    CUSTOMER_USER: "Ihre Dashboards, Geräte und Ansichten.",
  },
  what: "Kennzahlen",
  missingNodes: (nodes) =>
    nodes === 1
      ? "Ein Knoten des Clusters hat nicht geantwortet"
      : `${countText(nodes)} Knoten des Clusters haben nicht geantwortet`,
  missingNodesSay: "Gezeigt werden Verkehr, Verbindungen und Berichte der übrigen.",
  ofTotal: (total) => `von ${total}`,
  all: (total) => `Alle ${countText(total)}`,

  dashboards: {
    what: "Dashboards",
    none: "Diagramme, Messwerte und Karten Ihrer Geräte stehen auf Dashboards. Es gibt noch keines.",
    create: "Dashboard aus einer Vorlage erstellen",
  },

  attention: {
    title: "Braucht Aufmerksamkeit",
    gateways: (gateways) => `${countText(gateways)} ${gateways === 1 ? "Gateway" : "Gateways"} offline`,
    devices: (devices) => `${countText(devices)} ${devices === 1 ? "Gerät" : "Geräte"} inaktiv`,
    refused: (messages) =>
      `${countText(messages)} ${messages === 1 ? "Nachricht" : "Nachrichten"} in der letzten Stunde abgelehnt`,
    mostly: (reason) => `vor allem: ${reason}`,
    moreReasons: (reasons) => `${countText(reasons)} ${reasons === 1 ? "weiterer Grund" : "weitere Gründe"}`,
    moreGateways: (gateways) => `${countText(gateways)} ${gateways === 1 ? "weiteres Gateway" : "weitere Gateways"}`,
    disk: {
      "disk-almost-full": {
        text: (free, total) => `Datenträger fast voll: ${free} von ${total} frei`,
        detail: "auf einem vollen Datenträger wird nichts mehr angenommen",
      },
      "disk-full-soon": {
        text: (free, total) => `Datenträger bald voll: ${free} von ${total} frei`,
        detail: "wenn die Daten weiter so wachsen",
      },
    },
    limit: (name, used, limit) => `${name}: ${countText(used)} von ${countText(limit)}`,
    near: "nahe am Grenzwert",
    reached: "Grenzwert erreicht",
    limits: (limits) =>
      `${countText(limits)} ${limits === 1 ? "Grenzwert" : "Grenzwerte"} von Mandanten erreicht oder fast erreicht`,
    moreLimits: (limits) => `${countText(limits)} ${limits === 1 ? "weiterer Grenzwert" : "weitere Grenzwerte"}`,
    critical: (findings) => `${countText(findings)} ${findings === 1 ? "kritischer Befund" : "kritische Befunde"}`,
    moreFindings: (findings) => `${countText(findings)} ${findings === 1 ? "weiterer Befund" : "weitere Befunde"}`,
    neverConnected: "war noch nie verbunden",
    disconnected: "[] getrennt",
    lastDisconnected: "das letzte [] getrennt",
  },

  tenants: "Mandanten",
  createFirst: "Erstellen Sie den ersten.",
  gatewaysOnline: "Gateways online",
  allOnline: "Alle online",
  offline: (gateways) => `${countText(gateways)} offline`,
  devicesActive: "Geräte aktiv",
  withoutGateways: "ohne Gateways",
  storageUsed: "Belegter Speicher",
  pointsNotCounted: "Datenpunkte werden nicht gezählt",
  aboutPoints: (points) => `etwa ${points} Datenpunkte`,
  pointsStored: "Gespeicherte Datenpunkte",
  diskFree: "Freier Speicherplatz",
  diskUsed: (percent) => (percent < 1 ? `weniger als ${percentText(1)} belegt` : `${percentText(percent)} belegt`),
  storageThisMonth: "Speicher in diesem Monat",
  pointDays: "Punkttage",
  pointDaysSay: "Datenpunkte mal Tage ihrer Aufbewahrung",
  pointsThisMonth: "Datenpunkte in diesem Monat",
  inMessages: (messages) => `in ${messages} Nachrichten`,

  points: "Datenpunkte",
  perSecond: "pro Sekunde",
  inMessagesPerSecond: (messages) => `aus ${messages} Nachrichten pro Sekunde`,
  refused: "Abgelehnte Nachrichten",
  inLastHour: "in der letzten Stunde",
  noneRefused: "Keine",
  reports: "Laufende Berichte",
  noneWaiting: "keiner wartet",
  waiting: (reports) => `${countText(reports)} ${reports === 1 ? "wartet" : "warten"}`,
  pointsLastHour: "Datenpunkte in der letzten Stunde",
  refusalsLastHour: "Ablehnungen in der letzten Stunde",
  unitPoints: "Datenpunkte",
  unitRefusals: "Ablehnungen",
  total: (amount) => `${amount} insgesamt`,

  noGateway: {
    title: "Noch kein Gateway",
    action: "Erste Schritte",
    text: "Ein Gateway überträgt die Werte vieler Geräte über eine Verbindung. Unter „Erste Schritte“ benennen Sie eines; Sie erhalten die Befehle zum Verbinden und sehen seine erste Nachricht.",
  },

  customer: {
    views: "Für Sie freigegebene Ansichten",
    devices: "Geräte",
    noDevices:
      "Sie haben noch keine Geräte. Ihr Anbieter weist Ihnen Geräte zu, oder Sie beanspruchen eines auf der Seite „Geräte“.",
    noDashboards: "Sie haben noch keine Dashboards. Ihr Anbieter weist sie zu, und sie erscheinen hier.",
    tableViews: "Ansichten",
    noViews: "Sie haben noch keine Ansichten. Ihr Anbieter gibt sie frei, und sie erscheinen hier.",
    what: "Liste",
  },
};
