// German words of `pages/wall`.
import type { Words } from "../en/catalog.ts";
import { countText } from "../format.ts";

export const wall: Words["wall"] = {
  title: "Wandbildschirm",
  notRead: "Die Dashboards konnten nicht gelesen werden",
  oneNotRead: "Das Dashboard konnte nicht gelesen werden",
  nothing: {
    title: "Kein Dashboard zum Zeigen",
    text: "Die Adresse nennt keines, oder die genannten wurden gelöscht oder sind Ihnen nicht zugewiesen.",
  },
  place: (place, places) => `${place} von ${places}`,
  part: (part, parts) => `Teil ${part} von ${parts}`,
  skipped: (skipped, places) =>
    `${skipped} von ${places} Dashboards ${skipped === 1 ? "wird" : "werden"} übersprungen: gelöscht oder Ihnen nicht zugewiesen.`,
  tooMany: (named, most) => `Die Adresse nennt ${countText(named)} Dashboards; die ersten ${most} werden gezeigt.`,
  previous: "Voriges Dashboard",
  pause: "Anhalten",
  resume: "Fortsetzen",
  next: "Nächstes Dashboard",
  leave: "Wandbildschirm verlassen",
};
