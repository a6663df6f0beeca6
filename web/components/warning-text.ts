// The text of a warning about a report, in the viewer's language.
import { worded } from "../words/worded.ts";
import { words } from "../words/words.ts";

/** `values`: what the message is made of; missing in reports that were made before the platform told them. */
interface ToldWarning {
  readonly code: string;
  readonly message: string;
  readonly values?: Readonly<Record<string, unknown>>;
}

export function warningText({ code, message, values }: ToldWarning): string {
  return (values === undefined ? null : worded(words.server.warnings, code, values)) ?? message;
}
