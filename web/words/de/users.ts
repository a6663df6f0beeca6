// German words of `pages/users`.
import type { Words } from "../en/catalog.ts";

export const users: Words["users"] = {
  title: "Benutzer",
  about: "Administratoren sehen und ändern hier alles. Kundenbenutzer sehen die Geräte ihres Kunden.",

  systemAbout:
    "Systemadministratoren verwalten Mandanten, Sicherheit und diese Installation. Benutzer eines Mandanten legen Sie auf dessen Seite an.",
  searchByEmail: "Nach E-Mail suchen",
  empty: "Noch keine Benutzer",
  noAdministrators: "Noch keine Administratoren",
  emptyText: "Ein neuer Benutzer erhält einen Link, mit dem er sein Passwort festlegt.",

  roles: {
    SYS_ADMIN: "Systemadministrator",
    TENANT_ADMIN: "Administrator",
    CUSTOMER_USER: "Kundenbenutzer",
  },
  user: "Benutzer",
  role: "Rolle",
  account: "Konto",
  states: {
    active: "Aktiv",
    disabled: "Gesperrt",
    invited: "Noch nicht aktiviert",
  },
  lastSignIn: "Letzte Anmeldung",

  apiKeys: "API-Schlüssel",
  auditLog: "Prüfprotokoll",
  enable: "Konto entsperren",
  notEnabled: "Das Konto wurde nicht entsperrt",
  disable: "Konto sperren",
  disableTitle: "Dieses Konto sperren?",
  disableText: "Alle Sitzungen und API-Schlüssel von [] sind sofort ungültig. Sie können das Konto wieder entsperren.",
  notDisabled: "Das Konto wurde nicht gesperrt",
  delete: "Benutzer löschen",
  deleteTitle: "Diesen Benutzer löschen?",
  deleteText:
    "[] wird mit allen Sitzungen und API-Schlüsseln gelöscht. Das kann nicht rückgängig gemacht werden. Das Prüfprotokoll behält, was der Benutzer getan hat.",
  notDeleted: "Der Benutzer wurde nicht gelöscht",

  new: "Neuer Benutzer",
  newAdministrator: "Neuer Administrator",
  create: "Benutzer anlegen",
  createAdministrator: "Administrator anlegen",
  edit: "Benutzer bearbeiten",
  save: "Benutzer speichern",
  rolesHelp: {
    TENANT_ADMIN: "Sieht und ändert alles in diesem Mandanten",
    CUSTOMER_USER: "Sieht die Geräte eines Kunden",
  },
  searchByName: "Nach Name suchen",
  firstName: "Vorname",
  lastName: "Nachname",
  phone: "Telefon",
  linkFollows: "Sie erhalten danach einen Link für den Benutzer, der damit sein Passwort festlegt.",
  firstSignIn: "Erste Anmeldung",
  firstSignInHelp: "Mit einem Link zum Festlegen des Passworts. Er gilt einmal und nur für begrenzte Zeit.",
  showLink: "Link anzeigen",
  emailLink: "Link per E-Mail senden",

  activation: {
    title: "Aktivierungslink",
    text: "Geben Sie diesen Link an [] weiter. Wer ihn öffnet, kann das Passwort des Kontos festlegen. Verwenden Sie deshalb einen vertrauenswürdigen Weg.",
    link: "Aktivierungslink",
    expires: "Er läuft [] ab.",
    send: "Per E-Mail senden",
    sent: "E-Mail gesendet",
    notSent: "Die E-Mail wurde nicht gesendet",
    done: "Fertig",
  },
};
