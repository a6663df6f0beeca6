// English words of `pages/wall`.
import { countText } from "../format.ts";

export const wall = {
  title: "Wall screen",
  notRead: "The dashboards could not be read",
  oneNotRead: "The dashboard could not be read",
  nothing: {
    title: "No dashboard to show",
    text: "The address names none, or those that it names were deleted or are not assigned to you.",
  },
  place: (place: number, places: number) => `${place} of ${places}`,
  part: (part: number, parts: number) => `Part ${part} of ${parts}`,
  skipped: (skipped: number, places: number) =>
    `${skipped} of ${places} dashboards ${skipped === 1 ? "is" : "are"} skipped: deleted, or not assigned to you.`,
  tooMany: (named: number, most: number) =>
    `The address names ${countText(named)} dashboards; the first ${most} are shown.`,
  previous: "Previous dashboard",
  pause: "Pause",
  resume: "Resume",
  next: "Next dashboard",
  leave: "Leave the wall screen",
};
