// German words of `pages/api-keys`.
import type { Words } from "../en/catalog.ts";

export const apiKeys: Words["apiKeys"] = {
  title: "API-Schlüssel",
  about:
    "Ein Programm, das einen Schlüssel sendet, handelt mit Ihren Rechten. Legen Sie für jedes Programm einen eigenen an, damit Sie jeden einzeln sperren können.",
  aboutOthers:
    "Schlüssel von [einem anderen Benutzer]. Ein Programm, das einen sendet, handelt mit den Rechten dieses Benutzers. [Eigene Schlüssel]",
  header: "Senden Sie einen Schlüssel im Header [X-Authorization: ApiKey IHR_SCHLÜSSEL].",
  searchByDescription: "Nach Beschreibung suchen",
  empty: "Noch keine API-Schlüssel",
  emptyText: "Legen Sie für jedes Programm, das die API aufruft, einen an.",
  state: "Status",
  expired: "Abgelaufen",
  enabled: "Aktiv",
  disabled: "Gesperrt",
  lastUsed: "Zuletzt verwendet",
  expires: "Läuft ab",
  notEncrypted: "Die Verbindung zu dieser Plattform ist nicht verschlüsselt",
  notEncryptedText: "Jeder im Netzwerk kann Ihre Schlüssel lesen und verwenden.",
  setUpHttps: "Richten Sie HTTPS ein, bevor Sie Schlüssel von anderen Rechnern aus verwenden.",
  askForHttps:
    "Bitten Sie den Betreiber dieser Plattform, HTTPS einzurichten, bevor Sie Schlüssel von anderen Rechnern aus verwenden.",

  newShort: "Neuer Schlüssel",
  new: "Neuer API-Schlüssel",
  create: "Schlüssel anlegen",
  descriptionHelp: "Wofür der Schlüssel ist, zum Beispiel der Name des Programms.",
  expiries: {
    "7": "In 7 Tagen",
    "30": "In 30 Tagen",
    "60": "In 60 Tagen",
    "90": "In 90 Tagen",
    custom: "Zu einem eigenen Zeitpunkt",
    never: "Nie",
  },
  at: "Am",
  chooseEnd: "Wählen Sie, wann der Schlüssel abläuft.",
  chooseTime: "Datum und Uhrzeit wählen",
  neverText: "Ein Schlüssel ohne Ablauf gilt, bis ihn jemand sperrt oder löscht.",
  made: {
    title: "Ihr neuer API-Schlüssel",
    copyNow: "Jetzt kopieren",
    copyNowText: "Der Schlüssel wird nur einmal angezeigt. Bewahren Sie ihn wie ein Passwort auf.",
    key: "API-Schlüssel",
    neverExpires: "Er läuft nie ab. Probieren Sie ihn aus:",
    expires: (time) => `Er läuft am ${time} ab. Probieren Sie ihn aus:`,
    command: "Befehl",
    holds: "Dabei enthält [API_KEY] den Schlüssel.",
    done: "Ich habe ihn kopiert",
  },

  changeDescription: "Beschreibung ändern",
  saveDescription: "Beschreibung speichern",
  enable: "Schlüssel entsperren",
  nowEnabled: "Der Schlüssel ist aktiv.",
  disable: "Schlüssel sperren",
  nowDisabled: "Der Schlüssel ist gesperrt.",
  notChanged: "Der Schlüssel wurde nicht geändert",
  delete: "Schlüssel löschen",
  deleteTitle: "Diesen Schlüssel löschen?",
  deleteText:
    "Programme, die [] verwenden, verlieren sofort den Zugriff. Das kann nicht rückgängig gemacht werden. Sperren Sie den Schlüssel zuerst, um herauszufinden, welche Programme ihn noch brauchen.",
  deleted: "Der Schlüssel ist gelöscht.",
  notDeleted: "Der Schlüssel wurde nicht gelöscht",
};
