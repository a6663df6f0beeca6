// German words of `pages/help`.
import type { Words } from "../en/catalog.ts";

export const help: Words["help"] = {
  title: "Dokumentation",
  says: "Anleitungen und Referenz zur installierten Version.",
  saysEnglish: "Anleitungen und Referenz zur installierten Version. Die Dokumente sind auf Englisch.",
  inEnglish: "Dieses Dokument ist auf Englisch.",
  what: "Dokument",
  contents: "Auf dieser Seite",
  groups: { use: "Nutzen und verbinden", operate: "Betreiben", cluster: "Einen Cluster betreiben" },
  documents: {
    dashboards: { title: "Dashboards", about: "Panels, Zeiträume, Freigabe und Wandbildschirme." },
    analytics: { title: "Ansichten", about: "Spalten, Filter, Gruppen, Diagramme und Dateien." },
    "gateway-api": { title: "Gateway-API", about: "Topics und Nutzdaten von Gateways und Geräten über MQTT." },
    "rest-api": { title: "REST-API", about: "Geräte, Werte, Aufrufe, Benutzer und Grenzwerte über HTTP." },
    migration: {
      title: "Umstieg von ThingsBoard",
      about: "Geräte, bisherige Werte und Kunden einer Anlage übernehmen.",
    },
    operations: {
      title: "Betrieb",
      about: "Installation, TLS, Proxys, Sicherungen, Aktualisierungen, Überwachung.",
    },
    settings: { title: "Einstellungen", about: "Alle Einstellungen mit Variable, Vorgabe und Grenzen." },
    security: { title: "Sicherheit", about: "Was eine Installation schützt, und was ihr Betreiber tut." },
    performance: { title: "Leistung", about: "Gemessene Kapazität, und wie sie gemessen wurde." },
    reliability: { title: "Zuverlässigkeit", about: "Tests mit Abstürzen, Stromausfällen und defekten Datenträgern." },
    cluster: { title: "Cluster", about: "Mehrere Knoten: was geht, Aufbau und Betrieb." },
    "cluster-guarantees": { title: "Cluster: Garantien", about: "Was ein Cluster zusichert, wenn etwas ausfällt." },
    "cluster-services": { title: "Cluster: Dienste", about: "Auswahl von PostgreSQL, NATS und Bucket." },
    "cluster-sizing": { title: "Cluster: Größe", about: "Was Knoten und Dienste für Ihre Anlage brauchen." },
    "cluster-scale": { title: "Cluster: Skalierung", about: "Schätzungen für sehr große Anlagen." },
  },
};
