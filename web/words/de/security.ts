// German words of `pages/security`.
import type { Words } from "../en/catalog.ts";
import { countText } from "../format.ts";

const many = (amount: number, one: string, several: string): string =>
  `${countText(amount)} ${amount === 1 ? one : several}`;

export const security: Words["security"] = {
  title: "Sicherheit",
  about: "Für alle Benutzer dieser Installation.",
  save: "Einstellungen speichern",
  saved: "Die Einstellungen sind in Kraft.",
  notSaved: "Die Einstellungen wurden nicht gespeichert",

  passwords: "Passwörter",
  rules: (rules) => `Anforderungen an neue Passwörter: ${rules}.`,
  minimumLength: "Mindestlänge",
  maximumLength: "Höchstlänge",
  characters: " Zeichen",
  uppercaseLetters: "Großbuchstaben (mindestens)",
  lowercaseLetters: "Kleinbuchstaben (mindestens)",
  digits: "Ziffern (mindestens)",
  specialCharacters: "Sonderzeichen (mindestens)",
  none: "keine",
  expiresAfter: "Passwort läuft ab nach (Tage)",
  never: "nie",
  reusableAfter: "Erneut erlaubt nach (Tage)",
  atOnce: "sofort",
  allowSpaces: "Leerzeichen erlauben",
  forceChange: "Änderung von Passwörtern verlangen, die diesen Regeln nicht entsprechen",
  forceChangeHelp: "Bei der nächsten Anmeldung. Sonst gelten die Regeln nur für neue Passwörter.",

  lockout: "Kontosperre",
  lockoutText:
    "Nach zu vielen fehlgeschlagenen Anmeldungen wird ein Konto gesperrt, bis ein Administrator es entsperrt. Ohne Kontosperre wird das Erraten nur verlangsamt.",
  failedSignIns: "Fehlgeschlagene Anmeldungen",
  noLockout: "keine Kontosperre",
  notify: "Per E-Mail benachrichtigen",
  notifyHelp: "Diese Adresse erhält eine E-Mail, wenn ein Konto gesperrt wird.",

  links: "Links",
  linksText: "Wie lange Links zum Festlegen eines Passworts gültig bleiben.",
  activation: "Aktivierung eines neuen Kontos",
  forgottenPassword: "Vergessenes Passwort",
  hours: " Stunden",

  sessions: "Sitzungen",
  saveAndEnd: "Speichern und alle Sitzungen beenden",
  endTitle: "Alle Sitzungen beenden?",
  endText:
    "Alle Sitzungen in Browsern und Programmen enden sofort, und alle Benutzer müssen sich neu anmelden. Sie selbst bleiben hier angemeldet. API-Schlüssel gelten weiter.",
  ended: "Die Einstellungen sind in Kraft. Alle anderen Benutzer müssen sich neu anmelden.",
  endsTitle: "Speichern beendet die Sitzungen aller Benutzer",
  endsText: "Vorhandene Zugriffstoken werden ungültig. Wählen Sie einen ruhigen Zeitpunkt.",
  accessToken: "Gültigkeit des Zugriffstokens",
  accessTokenHelp: (duration) => `${duration}. Nach einer Abmeldung an anderer Stelle wird es sofort abgelehnt.`,
  idleSession: "Sitzung ohne Aktivität endet nach",
  idleSessionHelp: (duration) => `${duration}. Ein geöffneter Browser erneuert sie.`,
  minutes: " Minuten",
  issuer: "Aussteller",
  issuerHelp: "In Zugriffstoken enthalten, für Programme, die ihn prüfen.",
  newKey: "Zugriffstoken mit neuem Schlüssel signieren",
  newKeyHelp:
    "Nötig, wenn jemand den jetzigen Schlüssel gesehen haben könnte. Der neue Schlüssel ist zufällig und wird nie angezeigt.",
  durations: {
    day: (amount) => many(amount, "Tag", "Tage"),
    hour: (amount) => many(amount, "Stunde", "Stunden"),
    minute: (amount) => many(amount, "Minute", "Minuten"),
  },

  whatSettings: "Sicherheitseinstellungen",
  whatSessionSettings: "Sitzungseinstellungen",
};
