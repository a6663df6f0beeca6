// Finds the form field that a refusal is about: the one it points to or names as data; otherwise the one that its message begins
// with, as in `provisionDeviceKey is used by another device profile already`.
import { ApiProblem, messageOf, toldText } from "../api/problem.ts";
import { region } from "../words/format.ts";
import { words } from "../words/words.ts";

const NAMED = /^(?:the )?["“]?([A-Za-z]\w*(?:\.\w+|\[\d+\])*)["”]?(?=[\s:,]|$)/i;

/** The message for the field with one of these names; null if the refusal is about something else. */
export function problemAt(error: unknown, names: readonly string[]): string | null {
  if (!(error instanceof ApiProblem)) return null;
  const { thisValue } = words.components.problem;
  const place = error.places.find(({ pointer }) => names.includes(pointer.slice(1).replaceAll("/", ".")));
  if (place !== undefined) return toldText(place.problem, thisValue) ?? place.message;
  const { message, problem } = error;
  const member = problem?.field ?? NAMED.exec(message)?.[1] ?? "";
  if (!names.some((name) => name.toLowerCase() === member.toLowerCase())) return null;
  // A reader who has the field in front of them does not need its path.
  if (region.language !== "en") return toldText(problem, thisValue) ?? messageOf(error);
  return member.includes(".") && message.startsWith(member) ? `${thisValue}${message.slice(member.length)}` : message;
}
