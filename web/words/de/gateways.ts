// German words of `pages/gateways`.
import type { Words } from "../en/catalog.ts";
import { countText } from "../format.ts";

export const gateways: Words["gateways"] = {
  title: "Gateways",
  about:
    "Ein Gateway überträgt die Werte anderer Geräte über seine Verbindung. Öffnen Sie eines, um seine Nachrichten live zu sehen.",
  new: "Neues Gateway",
  guidedStart: "Erste Schritte",
  tabs: { label: "Bereiche der Seite", gateways: "Gateways", refusals: "Ablehnungen" },
  columns: {
    name: "Gateway",
    state: "Status",
    devices: "Geräte",
    points: "Punkte pro Sekunde",
    refused: "Abgelehnt in der letzten Stunde",
  },
  search: "Gateways suchen",
  shown: {
    label: "Angezeigte Gateways",
    choices: { all: "Alle", online: "Online", offline: "Offline", refused: "Mit Ablehnungen" },
  },
  empty: {
    title: "Noch keine Gateways",
    text: "Unter „Erste Schritte“ benennen Sie eines; Sie erhalten die Befehle zum Verbinden und sehen seine erste Nachricht.",
  },
  online: "Online",
  offline: "Offline",
  neverConnected: "Nie verbunden",
  connected: "[] verbunden",
  disconnected: "[] getrennt",
  justNow: "gerade eben",
  someTime: "vor einiger Zeit",
  refusedLastHour: (count) => `${countText(count)} in der letzten Stunde abgelehnt`,
};
