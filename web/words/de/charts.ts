// German words of charts.
import type { Words } from "../en/catalog.ts";
import { countText } from "../format.ts";

const counted = (count: number, one: string, many: string): string => `${countText(count)} ${count === 1 ? one : many}`;

export const charts: Words["charts"] = {
  yes: "ja",
  no: "nein",
  none: "(ohne)",

  summary: (name) => `Diagramm „${name}“; die Tabelle enthält dieselben Werte`,
  timeKeys: "Diagramm. Pfeiltasten verschieben die Zeit, Plus und Minus ändern den Ausschnitt, Null setzt ihn zurück.",
  resetZoom: "Zoom zurücksetzen",
  andMore: (amount) => `und ${countText(amount)} weitere`,
  leftOut: (amount) =>
    `${countText(amount)} weitere fehlen hier, weil das Diagramm sonst schwer zu lesen wäre. Die Tabelle enthält alle. Mit einem Filter zeigt sie auch das Diagramm.`,
  shareOf: (measure) => `Anteil: ${measure}`,
  total: (measure, total) => `${measure}: insgesamt ${total}`,
  partOfInterval: "Nur ein Teil dieses Intervalls",
  paler: "Schwächer: nur ein Teil des Intervalls",
  held: "Schwächer: der neueste Zustand, nach dem nichts mehr kam",
  shownRow: {
    first: (rows) => `Die erste von ${countText(rows)} Zeilen.`,
    last: (rows) => `Die letzte von ${countText(rows)} Zeilen.`,
  },
  inTable: "Die Tabelle enthält alle Zeilen.",

  over: (made, interval) => `${made} über ${interval}`,
  intervals: {
    second: (count) => counted(count, "Sekunde", "Sekunden"),
    minute: (count) => counted(count, "Minute", "Minuten"),
    hour: (count) => counted(count, "Stunde", "Stunden"),
    day: (count) => counted(count, "Tag", "Tage"),
    week: (count) => counted(count, "Woche", "Wochen"),
    month: (count) => counted(count, "Monat", "Monate"),
    quarter: (count) => counted(count, "Quartal", "Quartale"),
    year: (count) => counted(count, "Jahr", "Jahre"),
  },

  range: {
    any: "jeder Wert",
    below: (bound) => `unter ${bound}`,
    between: (from, to) => `${from} bis ${to}`,
    from: (bound) => `ab ${bound}`,
  },

  legend: {
    series: "Reihen",
    states: "Zustände",
    colors: "Farben",
    scale: "Farbskala",
    show: "Einblenden",
    hide: "Ausblenden",
  },

  map: {
    keys: "Karte. Pfeiltasten verschieben sie, Plus und Minus ändern den Ausschnitt, Null zeigt alle Punkte.",
    zoomIn: "Vergrößern",
    zoomOut: "Verkleinern",
    showAll: "Alle Punkte zeigen",
    withoutPlace: (rows) =>
      `${countText(rows)} ${rows === 1 ? "Zeile hat keine Koordinaten und fehlt" : "Zeilen haben keine Koordinaten und fehlen"} auf der Karte.`,
    notOnMap: (names, more) => `Ohne Koordinaten: ${names}${more === 0 ? "" : ` und ${countText(more)} weitere`}`,
    source: "Küstenlinien: Natural Earth",
    others: "Übrige",
    streets: "Straßen brauchen einen Kachelserver",
    noTiles:
      "Diese Karte zeigt nur Küstenlinien. Straßen erscheinen, wenn der Betreiber in MAPS_TILES einen Kachelserver angibt:",
    tilesHelp: "zur Anleitung",
  },

  pivot: {
    label: (name) => `Pivot-Tabelle „${name}“`,
    across: (columns) => `In der Kopfzeile: ${columns}`,
    figureBy: (figure, columns) => `${figure} nach ${columns}`,
    leftOut: (rows, columns) =>
      `${countText(rows)} weitere Zeilen und ${countText(columns)} weitere Spalten fehlen hier. Die Tabelle enthält alle.`,
  },
};
