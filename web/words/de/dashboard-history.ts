// German words of `pages/dashboard-history`.
import type { Words } from "../en/catalog.ts";

export const dashboardHistory: Words["dashboardHistory"] = {
  title: "Verlauf",
  says: "Die letzten 50 Revisionen werden aufbewahrt. Beim Wiederherstellen werden Titel und Panels der Revision als neue Revision gespeichert. Die Zuweisungen an Kunden ändern sich nicht.",
  what: "Verlauf",
  open: "Öffnen",
  savedBy: (revision) => `Revision ${revision}, gespeichert [] von []. Die Panels zeigen aktuelle Daten.`,
  restore: "Wiederherstellen",
  consequence: "Alle, die das Dashboard sehen, erhalten sie.",
  notRestored: "Die Revision wurde nicht wiederhergestellt",
  noPanels: "Diese Revision hat keine Panels",
  changes: {
    title: "Titel",
    panels: (count) => (count === 1 ? "Panel" : "Panels"),
    filters: () => "Filter",
    timeRange: "Zeitraum",
    otherTimeRange: "Anderer Zeitraum",
    refresh: "Aktualisierung",
    grid: "Anderes Raster",
    foreign: "Inhalt eines anderen Programms",
  },
};
