// The documentation page: Swagger UI over the description of this platform, with our own way of being authorized.
import { wireAuthorizeDialog } from "./authorize-dialog.js";
import { Credentials, SESSION_KEY } from "./credentials.js";
import { PLACEHOLDERS } from "./curl.js";
import { credentialsNeeded } from "./operations.js";
import { createPlugin } from "./plugin.js";
import { AUTHORIZATION, Sender } from "./sender.js";

/** @import { Call } from "./sender.js" */

/**
 * A call that Swagger UI is about to make.
 * @typedef {object} Request
 * @property {string} url
 * @property {string} [method]
 * @property {boolean} [loadSpec] whether it only loads the description
 * @property {Record<string, string>} headers
 * @property {(url: string, call: Call) => Promise<Response>} [userFetch]
 */

const DESCRIPTION = new URL("../v3/api-docs", document.baseURI).href;

const credentials = new Credentials(localStorage);
const sender = new Sender(credentials, (input, init) => fetch(input, init), location.origin);
const openDialog = wireAuthorizeDialog(credentials, sender);
window.addEventListener("storage", (event) => {
  if (event.key === SESSION_KEY || event.key === null) credentials.sessionChanged();
});

const dark = matchMedia("(prefers-color-scheme: dark)");
const showScheme = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", showScheme);
showScheme();

const ui = SwaggerUIBundle({
  url: DESCRIPTION,
  dom_id: "#swagger-ui",
  deepLinking: true,
  docExpansion: "none",
  filter: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  tagsSorter: "alpha",
  validatorUrl: null,
  persistAuthorization: false,
  plugins: [createPlugin(credentials, openDialog, (text) => navigator.clipboard.writeText(text))],
  requestInterceptor,
});

/** @type {((method: string, path: string) => boolean) | undefined} */
let needsCredentials;

/**
 * Marks the calls that are to carry credentials with what stands for them on the page. The sender puts in the real ones.
 * @param {Request} request
 * @returns {Request}
 */
function requestInterceptor(request) {
  if (request.loadSpec === true) return request;
  needsCredentials ??= credentialsNeeded(ui.specSelectors.specJson().toJS());
  request.userFetch = (url, call) => sender.send(url, call);
  const presented = credentials.presented();
  const { pathname } = new URL(request.url, document.baseURI);
  if (presented !== undefined && needsCredentials(request.method ?? "GET", pathname))
    request.headers[AUTHORIZATION] = PLACEHOLDERS[presented.kind];
  return request;
}
