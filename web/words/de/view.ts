// German words of `pages/view`.
import { countText } from "../format.ts";
import type { Words } from "../en/catalog.ts";

const ROLLING = {
  s: ["letzte Sekunde", "Sekunden"],
  m: ["letzte Minute", "Minuten"],
  h: ["letzte Stunde", "Stunden"],
  d: ["letzter Tag", "Tage"],
  w: ["letzte Woche", "Wochen"],
  M: ["letzter Monat", "Monate"],
  Q: ["letztes Quartal", "Quartale"],
  y: ["letztes Jahr", "Jahre"],
} as const;

export const view: Words["view"] = {
  link: "Link der Ansicht",
  share: "Freigeben",
  moreActions: "Weitere Aktionen",
  apiCall: "API-Aufruf",
  backgroundReports: "Berichte im Hintergrund",
  onScreen: "Auf einem Bildschirm zeigen",
  addToDashboard: "Zu einem Dashboard hinzufügen",
  runInBackground: "Im Hintergrund ausführen",

  formats: {
    csv: "CSV",
    xlsx: "Tabelle (XLSX)",
    parquet: "Parquet",
    ndjson: "JSON Lines (NDJSON)",
    json: "JSON",
  },
  download: {
    cutTitle: "Die Datei ist unvollständig",
    cut: "Der Bericht hat mehr Zeilen, als eine Datei haben kann.",
    done: (file) => `${file} wurde heruntergeladen`,
    computing: (format) => `${format}: Der Bericht wird berechnet`,
    received: (format, size) => `${format}: ${size} empfangen`,
    stop: "Abbrechen",
    progress: "Fortschritt des Downloads",
  },
  background: {
    about:
      "Für lange Berichte. Sie laufen weiter, wenn Sie diese Seite schließen, und ihre Dateien bleiben einen Tag erhalten. Sie verwenden Zeitraum und Filter dieser Seite.",
    notStarted: "Der Bericht wurde nicht gestartet",
    emptyTitle: "Noch keine Berichte",
    empty: "Berichte, die Sie hier ausführen, bleiben in dieser Liste.",
    states: {
      queued: "Wartet",
      running: "Läuft",
      done: "Fertig",
      failed: "Fehlgeschlagen",
      cancelled: "Abgebrochen",
    },
    gone: "Dieser Bericht ist nicht mehr vorhanden.",
    forget: "Aus der Liste entfernen",
    stop: "Bericht abbrechen",
    remove: "Bericht entfernen",
    progress: "Fortschritt des Berichts",
    notDownloaded: "Der Download ist fehlgeschlagen",
    result: (rows, size, isCut) =>
      `${countText(rows)} ${rows === 1 ? "Zeile" : "Zeilen"}, ${size}${
        isCut ? "; unvollständig, da es mehr Zeilen sind, als eine Datei haben kann" : ""
      }. Verfügbar bis [].`,
  },
  call: {
    link: "Link dieser Ansicht",
    linkSays: (field) => `Der letzte Teil ist die ID der Ansicht. Der Aufruf sendet sie als [${field}].`,
    credentials: "Zugangsdaten",
    ways: { login: "buildReport, mit Anmeldung", key: "Typisierte Daten, mit API-Schlüssel" },
    loginSays: (email, password) =>
      `Ersetzen Sie [${email}] und [${password}] durch Ihre E-Mail-Adresse und Ihr Passwort. Die Antwort enthält die Spaltenüberschriften und die Zeilen.`,
    keySays: (key) =>
      `Ersetzen Sie [${key}] durch einen Ihrer API-Schlüssel. Die Antwort enthält typisierte Zellen und null für fehlende Werte.`,
    selection: "Der Aufruf verwendet Zeitraum und Filter dieser Seite.",
    command: "Befehl",
  },

  cost: (points, series, devices) =>
    `etwa ${points} ${points === "1" ? "Punkt" : "Punkte"} aus ${countText(series)} ${series === 1 ? "Reihe" : "Reihen"} von ${countText(devices)} ${
      devices === 1 ? "Gerät" : "Geräten"
    }`,
  about: (amount) => `etwa ${amount}`,
  madeOf: (values, count, devices) =>
    `${values} ${count === 1 ? "Wert" : "Werten"} von ${countText(devices)} ${devices === 1 ? "Gerät" : "Geräten"}`,
  tookNothing: "weniger als 1 ms",

  filters: {
    label: "Zeitraum und Filter",
    active: (count) => `${countText(count)} Filter`,
    asSaved: "Wie gespeichert",
    any: "Beliebig",
    all: "Alle",
    and: "und",
    noValue: "∅ kein Wert",
    clear: (label) => `${label} zurücksetzen`,
    operators: {
      notIn: "keiner von",
      ne: "ist nicht",
      contains: "enthält",
      startsWith: "beginnt mit",
      endsWith: "endet mit",
      matches: "passt zu",
      gt: "über",
      gte: "mindestens",
      lt: "unter",
      lte: "höchstens",
      between: "zwischen",
      isMissing: "ohne Wert",
      isPresent: "mit Wert",
    },
  },
  range: {
    label: "Zeitraum",
    saved: (range) => `Wie gespeichert: ${range}`,
    custom: "Eigener Zeitraum",
    from: "Von",
    to: "Bis",
  },
  presets: {
    last5Minutes: "letzte 5 Minuten",
    last15Minutes: "letzte 15 Minuten",
    last30Minutes: "letzte 30 Minuten",
    lastHour: "letzte Stunde",
    last6Hours: "letzte 6 Stunden",
    last12Hours: "letzte 12 Stunden",
    last24Hours: "letzte 24 Stunden",
    last7Days: "letzte 7 Tage",
    last14Days: "letzte 14 Tage",
    last30Days: "letzte 30 Tage",
    last90Days: "letzte 90 Tage",
    last365Days: "letzte 365 Tage",
    today: "heute",
    yesterday: "gestern",
    thisWeek: "diese Woche",
    thisMonth: "dieser Monat",
    thisQuarter: "dieses Quartal",
    thisYear: "dieses Jahr",
    weekToDate: "diese Woche bis jetzt",
    monthToDate: "dieser Monat bis jetzt",
    quarterToDate: "dieses Quartal bis jetzt",
    yearToDate: "dieses Jahr bis jetzt",
    lastWeek: "vorige Woche",
    lastMonth: "voriger Monat",
    lastQuarter: "voriges Quartal",
    lastYear: "voriges Jahr",
    previous7Days: "7 Tage vor heute",
    previous30Days: "30 Tage vor heute",
    allTime: "gesamte Zeit",
  },
  rolling: (amount, unit) => {
    const [one, several] = ROLLING[unit];
    return amount === 1 ? one : `letzte ${amount} ${several}`;
  },
  expression: (from, to) => `${from} bis ${to}`,
  fixedRange: "fester Zeitraum",

  report: {
    showAs: "Anzeigen als",
    chart: "Diagramm",
    figures: "Werte",
    table: "Tabelle",
    running: "Der Bericht läuft",
    beginning: "Anfang",
    facts: (zone, rows, madeOf, took) =>
      `[] – [], Zeitzone ${zone}. ${countText(rows)} ${rows === 1 ? "Zeile" : "Zeilen"}, berechnet${
        madeOf === null ? "" : ` aus ${madeOf}`
      } in ${took}.`,
    rangeFacts: (zone) => `[] – [], Zeitzone ${zone}.`,
    rows: "Zeilen des Berichts",
    emptyTitle: "Der Bericht hat keine Zeilen",
    empty: "Kein Gerät hat passende Werte in diesem Zeitraum. Wählen Sie einen längeren Zeitraum oder weniger Filter.",
    emptyRange: "Kein Gerät hat passende Werte in diesem Zeitraum.",
    filled: "Hier wurde nichts gemessen. Die Ansicht füllt solche Lücken",
    total: "Gesamt",
  },
  notices: {
    cutTitle: "Der Bericht ist unvollständig",
    cutBySize: (size, rows) => `Er ist größer als ${size} und endet daher nach ${countText(rows)} Zeilen.`,
    cutByRows: (limit) => `Er hat mehr Zeilen als seine Grenze von ${countText(limit)}.`,
    cutSays:
      "Sortieren Sie nach einer Spalte, um die ersten aller Zeilen zu sehen. Um jede Zeile zu sehen, wählen Sie einen Filter oder einen kürzeren Zeitraum, oder erhöhen Sie die Zeilenzahl der Ansicht.",
    note: "Hinweis",
    skipped: (column, count) =>
      count === 1
        ? `${column}: 1 Wert, der keine Zahl ist, wurde ausgelassen.`
        : `${column}: ${countText(count)} Werte, die keine Zahlen sind, wurden ausgelassen.`,
    partial: {
      both: "Der Zeitraum deckt nur einen Teil des ersten und des letzten Zeitintervalls ab.",
      first: "Der Zeitraum deckt nur einen Teil des ersten Zeitintervalls ab.",
      last: "Der Zeitraum deckt nur einen Teil des letzten Zeitintervalls ab.",
      paler: "Teile von Intervallen sind im Diagramm schwächer.",
    },
  },

  problem: {
    toViews: "Zu den Ansichten",
    request: (id) => `Anfrage ${id}`,
    retry: "Erneut versuchen",
    retryIn: (seconds) => `Erneut versuchen (empfohlen in ${seconds} s)`,
    cost: (cost, limit) => `Er würde ${cost} lesen; höchstens ${countText(limit)} Punkte sind erlaubt.`,
    plain: "Der Bericht konnte nicht ausgeführt werden",
    tooLargeTitle: "Die Anfrage ist zu groß",
    tooLarge: "Wählen Sie weniger Werte.",
  },
  advice: {
    LIMIT_REACHED: {
      title: "Zu viele Berichte laufen",
      text: "Versuchen Sie es erneut, wenn andere Berichte fertig sind, oder führen Sie diesen im Hintergrund aus.",
    },
    QUEUE_TIMEOUT: {
      title: "Der Bericht hat zu lange gewartet",
      text: "Versuchen Sie es erneut, wenn andere Berichte fertig sind, oder führen Sie diesen im Hintergrund aus.",
    },
    REPORT_TIMEOUT: {
      title: "Der Bericht hat zu lange gedauert",
      text: "Wählen Sie einen kürzeren Zeitraum, weniger Geräte oder längere Zeitintervalle, oder führen Sie ihn im Hintergrund aus, wo er mehr Zeit hat.",
    },
    REPORT_TOO_EXPENSIVE: {
      title: "Der Bericht würde zu viel lesen",
      text: "Wählen Sie einen kürzeren Zeitraum, weniger Geräte oder längere Zeitintervalle.",
    },
    REPORT_TOO_LARGE: {
      title: "Der Bericht hat mehr Zeilen, als seine Ansicht erlaubt",
      text: "Schränken Sie ihn mit einem Filter oder einem kürzeren Zeitraum ein, oder erhöhen Sie die Zeilenzahl der Ansicht.",
    },
    TOO_MANY_BUCKETS: {
      title: "Der Zeitraum hat zu viele Zeitintervalle",
      text: "Wählen Sie einen kürzeren Zeitraum, oder stellen Sie in der Ansicht längere Intervalle ein.",
    },
    FILTER_REQUIRED: {
      title: "Ein Filter braucht einen Wert",
      text: "Wählen Sie mindestens einen Wert für den Filter, der als erforderlich gekennzeichnet ist.",
    },
    RANGE_INVALID: { title: "Der Zeitraum ist ungültig", text: "Der Anfang muss vor dem Ende liegen." },
    FILTER_UNKNOWN: {
      title: "Die Adresse nennt einen Filter, den die Ansicht nicht hat",
      text: "Die Ansicht wurde vielleicht geändert, seit die Adresse weitergegeben wurde. Wählen Sie „Wie gespeichert“, um fortzufahren.",
    },
    FILTER_LOCKED: {
      title: "Die Adresse setzt einen Filter, den der Link festlegt",
      text: "Wählen Sie „Wie gespeichert“, um fortzufahren.",
    },
    VIEW_NOT_FOUND: {
      title: "Diese Ansicht gibt es nicht",
      text: "Sie wurde vielleicht gelöscht, oder sie ist nicht für Sie freigegeben.",
    },
    VIEW_INVALID: {
      title: "Diese Ansicht kann nicht laufen",
      text: "Etwas, das sie braucht, gibt es nicht mehr. Bearbeiten Sie die Ansicht, um das zu beheben.",
    },
    ENGINE_UNAVAILABLE: {
      title: "Berichte sind im Moment nicht verfügbar",
      text: "Versuchen Sie es gleich noch einmal.",
    },
  },
};
