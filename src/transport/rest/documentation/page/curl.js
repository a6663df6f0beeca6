// A call as a curl command that a shell takes as it is printed.
import { AUTHORIZATION } from "./sender.js";

/**
 * @typedef {object} ShownCall
 * @property {string} method
 * @property {string} url
 * @property {Readonly<Record<string, string>>} headers
 * @property {unknown} body text, a file, or undefined
 */

/** What stands in a command in the place of a secret: a variable of the shell that has it. */
export const PLACEHOLDERS = { "api-key": "ApiKey $API_KEY", login: "Bearer $TOKEN", session: "Bearer $TOKEN" };

/**
 * @param {ShownCall} call
 * @param {string | undefined} revealed the real credentials, where they are to be shown
 * @returns {string}
 */
export function curlCommand({ method, url, headers, body }, revealed) {
  const lines = [`curl -X ${method} ${quoted(url)}`];
  for (const [name, value] of Object.entries(headers)) {
    const isSecret = name === AUTHORIZATION && revealed === undefined;
    const shown = name === AUTHORIZATION ? (revealed ?? value) : value;
    // In double quotes, so that the shell puts its variable in.
    lines.push(isSecret ? `-H "${name}: ${shown}"` : `-H ${quoted(`${name}: ${shown}`)}`);
  }
  if (body instanceof Blob) lines.push(`--data-binary ${quoted(`@${body instanceof File ? body.name : "FILE"}`)}`);
  else if (typeof body === "string") lines.push(`--data-raw ${quoted(body)}`);
  return lines.join(" \\\n  ");
}

/** @param {string} text */
function quoted(text) {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
