// German words of `pages/forgotten-password`.
import type { Words } from "../en/catalog.ts";

export const forgottenPassword: Words["forgottenPassword"] = {
  title: "Neues Passwort festlegen",
  text: "Sie erhalten eine E-Mail mit einem Link zum Festlegen eines neuen Passworts.",
  send: "Link senden",
  notSent: "Der Link wurde nicht gesendet",
  sent: "Prüfen Sie Ihr Postfach",
  sentText:
    "Wenn ein Konto mit dieser Adresse existiert, erhält sie in Kürze eine E-Mail mit einem Link. Wenn diese Plattform keine E-Mails sendet, kommt kein Link: Ein Administrator muss Ihr Konto neu anlegen.",
  backToSignIn: "Zurück zur Anmeldung",
};
