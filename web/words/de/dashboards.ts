// German words of `pages/dashboards`.
import type { Words } from "../en/catalog.ts";
import { countText } from "../format.ts";

export const dashboards: Words["dashboards"] = {
  title: "Dashboards",
  says: "Seiten mit Diagrammen, Werten, Karten und Notizen, mit aktuellen Werten. Wird eines einem Kunden zugewiesen, sehen es dessen Benutzer mit ihren eigenen Geräten.",
  saysCustomers: "Seiten mit Diagrammen, Werten und Karten, die Ihnen zugewiesen sind.",
  example: "Heizungsraum",
  search: "Nach Titel suchen",
  new: "Neues Dashboard",
  empty: "Noch keine Dashboards",
  emptySays:
    "Erstellen Sie eines aus einer Vorlage oder ein leeres, und fügen Sie Panels für die Werte hinzu, die Sie zusammen sehen möchten.",
  emptySaysCustomers: "Ein Administrator hat Ihnen noch keines zugewiesen.",
  public: "Öffentlich",
  assignedTo: "Zugewiesen an",
  nobody: "Niemand",
  andMore: (customers, more) => `${customers} und ${countText(more)} weitere`,

  rename: "Umbenennen",
  duplicate: "Duplizieren",
  assign: "Kunden zuweisen",
  home: "Als Startseite festlegen…",
  export: "Exportieren",
  notExported: "Die Datei konnte nicht erstellt werden",
  duplicated: (title) => `„${title}“ ist erstellt.`,
  notDuplicated: "Das Dashboard wurde nicht dupliziert",
  copyOf: (title) => `${title} (Kopie)`,
  deletion: {
    question: "Dieses Dashboard löschen?",
    text: "[] wird mit seinem Verlauf gelöscht. Das kann nicht rückgängig gemacht werden.",
    action: "Dashboard löschen",
    done: (title) => `„${title}“ ist gelöscht.`,
    failed: "Das Dashboard wurde nicht gelöscht",
  },
  renaming: { title: "Dashboard umbenennen", action: "Titel speichern" },

  file: {
    label: "Dashboard-Datei",
    import: "Importieren",
    tooLarge: (most, mebibytes) =>
      `Eine Datei darf höchstens ${most} MiB haben, diese hat ${countText(mebibytes)} MiB.`,
    noDashboard:
      "Eine Dashboard-Datei ist ein JSON-Objekt mit einem Titel („title“) und einer Konfiguration („configuration“).",
    done: (title) => `„${title}“ ist erstellt.`,
    failed: "Das Dashboard wurde nicht erstellt",
  },

  addTo: {
    title: "Zu einem Dashboard hinzufügen",
    action: "Panel hinzufügen",
    which: "Welches Dashboard",
    where: { present: "Ein vorhandenes", new: "Ein neues" },
    dashboardTitle: "Titel des Dashboards",
    panelTitle: "Titel des Panels",
    keepRange: (range) => `Diesen Zeitraum behalten: ${range}`,
    keepRangeSays: "Sonst folgt das Panel dem Zeitraum des Dashboards.",
    open: "Dashboard öffnen",
    searching: "Suche läuft",
    noMatch: "Keine passenden Dashboards",
    foreign: (title) => `„${title}“ gehört zu einem anderen Programm und kann nur dort geändert werden.`,
    done: (title) => `Das Panel ist in „${title}“.`,
    full: (most, panels) => `Ein Dashboard hat höchstens ${most} Panels, dieses hat ${panels}.`,
  },

  places: { title: "Orte der Geräte", latitude: "Breitengrad", longitude: "Längengrad" },

  assigning: {
    action: "Kunden speichern",
    done: (title) => `Die Kunden von „${title}“ sind gespeichert.`,
    label: "Kunden",
    says: "Ihre Benutzer können das Dashboard lesen. Es zeigt ihnen nur ihre eigenen Geräte und die für sie freigegebenen Ansichten.",
    public: "Der öffentliche Kunde ist dabei: Jeder kann dieses Dashboard ohne Anmeldung lesen.",
  },

  closedViews: {
    title: (views, customers) =>
      `${views === 1 ? "Eine Ansicht ist" : `${countText(views)} Ansichten sind`} nicht für ${customers === 1 ? "diesen Kunden" : "alle diese Kunden"} freigegeben`,
    says: () => "Ohne Freigabe bleiben Panels leer, die sie zeigen:",
    share: (views) => (views === 1 ? "Auch diese Ansicht freigeben" : "Auch diese Ansichten freigeben"),
  },

  homes: {
    title: "Startseite",
    set: "Als Startseite festlegen",
    unset: "Als Startseite entfernen",
    isSet: (title) => `„${title}“ ist jetzt die Startseite.`,
    isUnset: (title) => `„${title}“ ist nicht mehr die Startseite.`,
    of: "Startseite für",
    me: "Mich",
    tenant: "Alle im Mandanten",
    customers: "Benutzer eines Kunden, dem es zugewiesen ist",
    what: "Startseite",
    isHome: "Dieses Dashboard ist jetzt die Startseite.",
    other: "Zurzeit ist ein anderes Dashboard die Startseite; dieses ersetzt es.",
    says: {
      user: "Sie sehen es als Erstes nach der Anmeldung und wenn Sie oben auf Bridgehead klicken.",
      customer: "Seine Benutzer sehen es als Erstes, wenn sie keine eigene Startseite haben.",
      tenant:
        "Alle Benutzer sehen es als Erstes, wenn nicht sie oder ihr Kunde eine andere Startseite haben. Benutzer von Kunden, denen es nicht zugewiesen ist, sehen die Übersicht.",
    },
  },

  creation: {
    action: "Dashboard erstellen",
    start: "Beginnen mit",
    startSays: "Vorlagen enthalten eine Karte, wenn Geräte Koordinaten haben.",
    empty: "Leer",
    emptySays: "Panels einzeln hinzufügen.",
    ofAllDevices: "Es zeigt alle Geräte und erstellt auch die Ansichten, die seine Panels zeigen.",
    loadingKeys: "Schlüssel werden geladen",
    allDevices: "Alle Geräte",
    ofProfile: (profile) => `Profil: ${profile}`,
    devicesSay: "Alle Geräte oder die eines Profils. Leser des Dashboards können unter ihnen auswählen.",
    unit: "Einheit",
    unitOf: (value) => `Einheit von: ${value}`,
    noValues:
      "Keines dieser Geräte hat bisher einen solchen Wert gesendet. Wählen Sie andere Geräte, oder beginnen Sie mit einem leeren Dashboard.",
    chooseOne: "Wählen Sie mindestens einen Wert.",
  },

  wall: {
    region: "Ausgewählte Dashboards",
    chosen: (dashboards) => `${countText(dashboards)} ${dashboards === 1 ? "Dashboard" : "Dashboards"} ausgewählt`,
    show: "Auf Wandbildschirm zeigen",
    showNow: "Jetzt zeigen",
    tooMany: (most) => `Ein Wandbildschirm zeigt höchstens ${most}.`,
    clear: "Auswahl aufheben",
    seconds: "Sekunden",
    address: "Adresse für den Browser des Bildschirms, in dem jemand angemeldet sein muss:",
    copy: "Adresse",
  },

  templates: {
    gateways: {
      title: "Gateway-Flotte",
      says: "Wie viele Geräte jedes Gateway hat, welche Geräte stumm sind und welche Nachrichten abgelehnt wurden.",
      byGateway: "Geräte nach Gateway, aktiv oder nicht",
      silent: "Stumme Geräte",
      silentView: "Stumme Geräte, die am längsten stummen zuerst",
      refused: "Abgelehnte Nachrichten",
      active: "Aktiv",
      lastSeen: "Zuletzt gesehen",
    },
    building: {
      title: "Gebäude",
      says: "Diagramme, eine Tabelle und eine Heatmap des Raumklimas.",
      temperature: "Temperatur",
      humidity: "Luftfeuchte",
      co2: "Kohlendioxid",
      overDay: "Temperatur im Tagesverlauf",
    },
    energy: {
      title: "Energie",
      says: "Leistung aktuell, im Verlauf und nach Tageszeit, dazu der Verbrauch aus Zählerständen.",
      power: "Leistung",
      counter: "Energiezähler",
      now: "Aktuelle Leistung",
      consumption: "Verbrauch",
      overDay: "Leistung im Tagesverlauf",
    },
    machine: {
      title: "Maschine",
      says: "Zeitleiste der Zustände, Diagramm, Tabelle und Anzeige eines Messwerts und die Zunahme eines Zählers.",
      state: "Zustand",
      value: "Messwert",
      counter: "Zähler",
      states: "Zustände",
      now: (key) => `${key}, aktuell`,
      increase: (key) => `${key}, Zunahme`,
    },
    now: "Aktuell",
    places: "Orte",
  },
};
