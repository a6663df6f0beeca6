// Finds the form field that a refusal is about. The platform's message about a member begins with the member's name:
// `name "x" is taken already`, `email must look like …`; if the refusal points into the body, the pointer is used.
import { ApiProblem } from "../api/problem.ts";

const NAMED = /^(?:the )?["“]?([A-Za-z]\w*(?:\.\w+|\[\d+\])*)["”]?(?=[\s:,]|$)/i;
/** Matches `a device profile named "x" exists already` and `a user with the email x exists already`. */
const TAKEN = /^an? [\w ]+? (named|with the (\w+)) .*exists already/i;

/** The message for the field with one of these names; null if the refusal is about something else. */
export function problemAt(error: unknown, names: readonly string[]): string | null {
  if (!(error instanceof ApiProblem)) return null;
  const place = error.places.find(({ pointer }) => names.includes(pointer.slice(1).replaceAll("/", ".")));
  if (place !== undefined) return place.message;
  const { message } = error;
  const member = memberIn(message);
  if (!names.some((name) => name.toLowerCase() === member.toLowerCase())) return null;
  // A reader who has the field in front of them does not need its path. The message is in the language of the platform, English.
  return member.includes(".") && message.startsWith(member) ? `This${message.slice(member.length)}` : message;
}

function memberIn(message: string): string {
  const taken = TAKEN.exec(message);
  if (taken !== null) return taken[2] ?? "name";
  return NAMED.exec(message)?.[1] ?? "";
}
