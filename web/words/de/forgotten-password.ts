// German words of `pages/forgotten-password`.
import type { Words } from "../en/catalog.ts";

export const forgottenPassword: Words["forgottenPassword"] = {
  title: "Passwort zurücksetzen",
  text: "Sie erhalten eine E-Mail mit einem Link zum Festlegen eines neuen Passworts.",
  send: "Link senden",
  notSent: "Der Link wurde nicht gesendet",
  sent: "Prüfen Sie Ihr Postfach",
  sentText:
    "Wenn ein Konto mit dieser Adresse existiert, erhält sie in Kürze eine E-Mail mit einem Link. Kommt keine an, sendet diese Plattform vielleicht keine E-Mails: Fragen Sie einen Administrator.",
  backToSignIn: "Zurück zur Anmeldung",
};
