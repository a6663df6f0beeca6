// German words of `pages/set-password`.
import type { Words } from "../en/catalog.ts";

export const setPassword: Words["setPassword"] = {
  title: "Passwort festlegen",
  resetTitle: "Neues Passwort wählen",
  new: "Neues Passwort",
  rules: (rules) => `Anforderungen: ${rules}.`,
  confirm: "Passwort bestätigen",
  differ: "Die beiden Passwörter sind verschieden.",
  set: "Passwort festlegen",
  done: "Ihr Passwort ist festgelegt.",
  notSet: "Das Passwort wurde nicht festgelegt",
  incomplete: "Die Adresse ist unvollständig",
  noToken: "Sie enthält kein Token: Öffnen Sie den Link genau so, wie Sie ihn erhalten haben.",
  backToSignIn: "Zurück zur Anmeldung",

  expired: "Dieser Link ist abgelaufen",
  activationExpired: "Einladungslinks laufen ab. Bitten Sie einen Administrator um einen neuen.",
  resetExpired: "Er galt nur für begrenzte Zeit. Fordern Sie einen neuen an.",
  goToSignIn: "Zur Anmeldung",
  requestNew: "Neuen Link anfordern",
};
