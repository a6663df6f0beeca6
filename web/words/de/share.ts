// German words of `pages/share`.
import type { Words } from "../en/catalog.ts";

export const share: Words["share"] = {
  title: "Freigabelinks",
  about: {
    view: "Wer einen Link hat, kann diese Ansicht ohne Konto sehen, sonst nichts. Links laufen ab, und Sie können sie jederzeit widerrufen.",
    dashboard:
      "Wer einen Link hat, kann dieses Dashboard ohne Konto sehen, sonst nichts. Links laufen ab, und Sie können sie jederzeit widerrufen.",
  },
  create: "Neuer Link",
  links: "Freigabelinks",
  emptyTitle: "Noch keine Links",
  empty: "Erstellen Sie einen für Ihre eigene Webseite, einen Bildschirm im Foyer oder jemanden ohne Konto.",
  unnamed: "Link ohne Namen",
  password: "Passwort",
  expired: "Abgelaufen",
  ofCreator: "Läuft ab: []; zeigt die Daten des Erstellers.",
  ofCustomer: "Läuft ab: []; zeigt die Daten eines Kunden.",
  fixed: (filter, values) => `${filter} ist festgelegt auf ${values}`,
  fixedToNothing: (filter) => `${filter} ist auf nichts festgelegt`,
  noSite: "Keine Website kann ihn einbetten.",
  sites: (sites) => `Kann eingebettet werden von ${sites}.`,
  revoke: "Widerrufen",
  revokeOf: (name) => `${name} widerrufen`,
  revokeTitle: "Diesen Link widerrufen?",
  revokeText:
    "Der Link [] funktioniert sofort nicht mehr. Das kann nicht rückgängig gemacht werden. Ein neuer Link hat eine andere Adresse.",
  revokeLink: "Link widerrufen",
  notRevoked: "Der Link wurde nicht widerrufen",

  newLink: {
    title: "Neuer Freigabelink",
    action: "Link erstellen",
    nameSays: "Hilft Ihnen, den Zweck des Links zu erkennen.",
    namePlaceholder: "Bildschirm im Foyer",
    expires: "Läuft ab",
    expiries: { 1: "In einem Tag", 7: "In 7 Tagen", 30: "In 30 Tagen", 90: "In 90 Tagen", 365: "In einem Jahr" },
    fix: (filter) => `${filter} festlegen`,
    sites: "Websites, die ihn einbetten dürfen",
    sitesSay: "Jeweils als https://www.example.com eingeben. Ohne Angabe kann keine Website ihn in einem Frame zeigen.",
    dataOf: "Zeigt die Daten von",
    dataOfPlaceholder: "Ihnen, mit Ihren jeweils gültigen Rechten",
    passwordSays: "8 bis 72 Zeichen. Ohne Angabe braucht der Link kein Passwort.",
  },
  made: {
    title: "Der Link ist fertig",
    copyNow: "Jetzt kopieren",
    shownOnce: (expires) => `Er wird nur einmal gezeigt. Er läuft ab: ${expires}.`,
    link: "Link",
    thisComputer: "Er öffnet sich nur auf diesem Computer",
    thisComputerSays:
      "Für andere Computer und Telefone öffnen Sie die Plattform unter einer Adresse, die diese erreichen, und erstellen den Link dort; oder der Betreiber setzt BASE_URL.",
    forPage: "Für Ihre Webseite",
    frame: "Frame",
    frameTitle: { view: "Bericht", dashboard: "Dashboard" },
    done: "Fertig",
  },
};
