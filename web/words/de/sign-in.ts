// German words of `pages/sign-in`.
import type { Words } from "../en/catalog.ts";

export const signIn: Words["signIn"] = {
  title: "Anmelden",
  failed: "Sie sind nicht angemeldet",
  forgotten: "Passwort vergessen?",
};
