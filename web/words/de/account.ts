// German words of `pages/account`.
import type { Words } from "../en/catalog.ts";

export const account: Words["account"] = {
  title: "Konto",
  what: "Konto",

  you: "Sie",
  role: "Rolle",
  lastSignIn: "Letzte Anmeldung",
  saveDetails: "Angaben speichern",
  detailsSaved: "Ihre Angaben sind gespeichert.",
  detailsNotSaved: "Ihre Angaben wurden nicht gespeichert",

  password: {
    title: "Passwort",
    text: "Wenn Sie es ändern, bleiben Sie hier angemeldet. Alle Ihre anderen Sitzungen enden sofort. API-Schlüssel gelten weiter.",
    current: "Bisheriges Passwort",
    next: "Neues Passwort",
    rules: (rules) => `Anforderungen: ${rules}.`,
    again: "Passwort bestätigen",
    differ: "Die beiden Passwörter sind verschieden.",
    change: "Passwort ändern",
    changed: "Ihr Passwort ist geändert.",
    notChanged: "Das Passwort wurde nicht geändert",
  },

  appearance: {
    title: "Darstellung",
    text: "Wird in diesem Browser gespeichert.",
    colours: "Farben",
    schemes: { auto: "Wie im System", light: "Hell", dark: "Dunkel" },
  },

  region: {
    title: "Sprache und Region",
    text: "Gilt in jedem Browser, in dem Sie sich anmelden. Beim Speichern wird die Seite neu geladen.",
    language: "Sprache",
    timeZone: "Zeitzone",
    timeZoneHint: "Für alle angezeigten Zeiten und für die Tage und Monate in Diagrammen.",
    numbers: "Zahlen",
    ofBrowser: (value) => `Wie im Browser: ${value}`,
    ofLanguage: (sample) => `Wie in der Sprache üblich: ${sample}`,
    noZone: "Keine Zeitzone heißt so",
    save: "Sprache und Region speichern",
  },

  access: {
    title: "API-Schlüssel und Sitzung",
    text: "Programme melden sich mit API-Schlüsseln an. Das Abmelden beendet die Sitzung in allen Tabs dieses Browsers.",
    keys: "API-Schlüssel",
  },
};
