// What the page changes in Swagger UI: who is authorized is our dialog's business, curl commands hide secrets, and a call that
// is opened does not wait until the whole description has been resolved.
import { curlCommand, PLACEHOLDERS } from "./curl.js";
import { partAt } from "./description-part.js";
import { AUTHORIZATION } from "./sender.js";

/** @import { Credentials } from "./credentials.js" */
/** @import { ShownCall } from "./curl.js" */

/**
 * What is used of React.
 * @typedef {object} React
 * @property {(type: unknown, props: object | null, ...children: unknown[]) => unknown} createElement
 * @property {<Value>(initial: Value) => [Value, (value: Value) => void]} useState
 * @property {<Value>(subscribe: (listener: () => void) => () => void, read: () => Value) => Value} useSyncExternalStore
 *
 * What Swagger UI gives to a plugin, as far as it is used.
 * @typedef {{ readonly React: React }} System
 *
 * Resolves the references at one place of a description.
 * @typedef {(description: Record<string, unknown>, path: readonly string[], options?: object) => Promise<unknown>} ResolveSubtree
 *
 * What Swagger UI is made of, which a plugin may change once everything has been loaded.
 * @typedef {{ readonly fn: { resolveSubtree: ResolveSubtree } }} Parts
 *
 * A call as Swagger UI keeps it: an immutable map.
 * @typedef {{ get(name: string): unknown }} KeptCall
 */

/**
 * @param {Credentials} credentials
 * @param {() => void} openDialog
 * @param {(text: string) => Promise<void>} copy
 */
export function createPlugin(credentials, openDialog, copy) {
  return (/** @type {System} */ { React: { createElement: element, useState, useSyncExternalStore } }) => {
    /** The lock of a call that needs credentials. */
    function OperationLock() {
      const isAuthorized = useSyncExternalStore(
        (listener) => credentials.subscribe(listener),
        () => credentials.presented() !== undefined,
      );
      const label = isAuthorized ? "Credentials are sent; open Authorize" : "Needs credentials; open Authorize";
      const open = (/** @type {Event} */ event) => {
        event.stopPropagation();
        openDialog();
      };
      return element(
        "button",
        {
          className: `lock ${isAuthorized ? "lock-closed" : "lock-open"}`,
          "aria-label": label,
          title: label,
          onClick: open,
        },
        null,
      );
    }

    /** @param {{ readonly request: KeptCall }} props */
    function Curl({ request }) {
      const [isRevealed, reveal] = useState(false);
      const [copied, setCopied] = useState("");
      const call = shownCall(request);
      const isSecret = AUTHORIZATION in call.headers;
      const command = curlCommand(call, isRevealed ? sentCredentials(credentials, call) : undefined);
      const copyCommand = () => {
        setCopied("");
        copy(command).then(
          () => setCopied("Copied."),
          () => setCopied("The browser does not allow copying."),
        );
      };
      const toggle = element(
        "button",
        { type: "button", className: "btn", "aria-pressed": isRevealed, onClick: () => reveal(!isRevealed) },
        isRevealed ? "Hide credentials" : "Reveal credentials",
      );
      return element(
        "div",
        { className: "curl-command" },
        element("h4", null, "Curl"),
        element("pre", { className: "microlight curl", tabIndex: 0, "aria-label": "curl command" }, command),
        element(
          "div",
          { className: "curl-actions" },
          element("button", { type: "button", className: "btn", onClick: copyCommand }, "Copy"),
          isSecret ? toggle : null,
          element("span", { role: "status" }, copied),
        ),
      );
    }

    return {
      components: { AuthorizeBtnContainer: () => null, authorizeOperationBtn: OperationLock, curl: Curl },
      /** @this {Parts} */
      afterLoad() {
        const { resolveSubtree } = this.fn;
        this.fn.resolveSubtree = (description, path, options) =>
          resolveSubtree(path.length === 0 ? description : partAt(description, path), path, options);
      },
    };
  };
}

/**
 * The credentials for which a placeholder stands; undefined where the page presents others by now.
 * @param {Credentials} credentials
 * @param {ShownCall} call
 */
function sentCredentials(credentials, { headers }) {
  const presented = credentials.presented();
  if (presented === undefined || PLACEHOLDERS[presented.kind] !== headers[AUTHORIZATION]) return undefined;
  return presented.header;
}

/**
 * @param {KeptCall} request
 * @returns {ShownCall}
 */
function shownCall(request) {
  /** @type {Record<string, string>} */
  const headers = {};
  for (const [name, value] of entriesOf(request.get("headers"))) headers[name] = String(value);
  const [method, url] = [request.get("method"), request.get("url")];
  return {
    method: typeof method === "string" ? method.toUpperCase() : "GET",
    url: typeof url === "string" ? new URL(url, document.baseURI).href : "",
    headers,
    body: request.get("body"),
  };
}

/**
 * @param {unknown} map an immutable map, or an object
 * @returns {Iterable<[string, unknown]>}
 */
function entriesOf(map) {
  if (typeof map !== "object" || map === null) return [];
  return isMap(map) ? map : Object.entries(map);
}

/**
 * @param {object} value
 * @returns {value is Iterable<[string, unknown]>}
 */
function isMap(value) {
  return Symbol.iterator in value;
}
