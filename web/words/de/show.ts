// German words of `pages/show`.
import type { Words } from "../en/catalog.ts";

export const show: Words["show"] = {
  fullScreen: "Vollbild",
  leaveFullScreen: "Vollbild verlassen",
  back: "Zurück zur Ansicht",
  beginning: "Anfang",
};
