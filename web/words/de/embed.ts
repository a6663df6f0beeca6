// German words of `pages/embed`.
import type { Words } from "../en/catalog.ts";

export const embed: Words["embed"] = {
  fullScreen: "Vollbild",
  link: {
    pageTitle: "Link",
    title: "Dieser Link funktioniert nicht",
    incomplete: "Die Adresse ist unvollständig. Kopieren Sie den ganzen Link, den Sie erhalten haben.",
    other: {
      view: "Dieser Link öffnet eine andere Ansicht oder ist nicht für diese Seite bestimmt. Kopieren Sie den ganzen Link, den Sie erhalten haben.",
      dashboard:
        "Dieser Link öffnet ein anderes Dashboard oder ist nicht für diese Seite bestimmt. Kopieren Sie den ganzen Link, den Sie erhalten haben.",
    },
    ended: "Der Link ist abgelaufen, widerrufen oder unvollständig. Bitten Sie den Absender um einen neuen.",
  },
  password: {
    title: { view: "Diese Ansicht hat ein Passwort", dashboard: "Dieses Dashboard hat ein Passwort" },
    says: "Fragen Sie den Absender des Links danach.",
    wrong: "Das Passwort des Links ist falsch.",
    show: { view: "Ansicht anzeigen", dashboard: "Dashboard anzeigen" },
  },
};
