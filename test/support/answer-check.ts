// Holds every answer that a test sees against the description that the platform serves of itself: the status has to be
// one of the call's, the body has to have the form of that status, and no member may be there that is not described.
import { Compile, type Validator } from "typebox/compile";
import { parseJson } from "../../src/lib/json.ts";
import type { Written } from "../../src/transport/rest/openapi/plain-forms.ts";
import { ALSO, MAY_BE_EMPTY } from "../../src/transport/rest/openapi/responses.ts";
import { isObject } from "../../src/lib/members.ts";

/** Where a platform describes its calls. */
export const DESCRIPTION_PATH = "/v3/api-docs";

export interface SeenAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface Operation {
  readonly method: string;
  readonly segments: readonly string[];
  readonly responses: Written;
}

/** By the text of the description: platforms that describe themselves alike share what has been compiled of it. */
const checks = new Map<string, AnswerCheck>();

/** By what makes a description: writing and reading one takes as long as half a start. */
const checksOf = new Map<string, Promise<AnswerCheck | undefined>>();

export class AnswerCheck {
  readonly #document: Written;
  readonly #operations: readonly Operation[];
  /** By the text of the schema: most of them refer to a component, which many answers have. */
  readonly #validators = new Map<string, Validator>();

  private constructor(document: Written) {
    const closed = { ...document, components: closeObjects(document["components"]) };
    this.#document = closed;
    this.#operations = operationsOf(document);
  }

  /**
   * Undefined where the platform serves no description. What `kind` of platform it is, and its settings, are all that its description
   * is made of.
   */
  static of(baseUrl: string, kind: string, settings: object = {}): Promise<AnswerCheck | undefined> {
    const key = `${kind} ${JSON.stringify(settings)}`;
    const check =
      checksOf.get(key) ?? fetch(`${baseUrl}${DESCRIPTION_PATH}`).then((response) => AnswerCheck.in(response));
    checksOf.set(key, check);
    return check;
  }

  /** By the description that an answer brings; undefined where it brings none. */
  static async in(response: Response): Promise<AnswerCheck | undefined> {
    const text = await response.text();
    if (!response.ok || text === "") return undefined;
    const known = checks.get(text);
    if (known !== undefined) return known;
    const document = parseJson(text);
    if (!isObject(document)) return undefined;
    const check = new AnswerCheck(document);
    checks.set(text, check);
    return check;
  }

  /** Throws where the answer is not as described. Calls of paths and methods that there are not, it lets pass. */
  check(method: string, path: string, answer: SeenAnswer): void {
    const operation = this.#find(method, path);
    if (operation === undefined) return;
    const what = `${method} ${path.split("?", 1)[0] ?? ""} answered ${String(answer.status)}`;
    const documented = operation.responses[String(answer.status)];
    if (documented === undefined)
      throw new Error(`${what}, which its description does not have: ${answer.text.slice(0, 300)}`);
    const problem = this.#problemOf(this.#resolve(documented), answer);
    if (problem !== undefined) throw new Error(`${what} otherwise than described: ${problem}`);
  }

  #problemOf(response: Written, { headers, text }: SeenAnswer): string | undefined {
    const { content } = response;
    if (!isObject(content)) return text === "" ? undefined : `the body should be empty, it is ${text.slice(0, 300)}`;
    if (text === "") return response[MAY_BE_EMPTY] === true ? undefined : "the body is empty";
    const type = (headers.get("content-type") ?? "").split(";", 1)[0] ?? "";
    const media = content[type];
    if (!isObject(media)) return `the media type is "${type}" instead of ${Object.keys(content).join(" or ")}`;
    const value = type === "application/json" ? parseJson(text) : text;
    const problem = this.#mismatch(media["schema"], value);
    const also = media[ALSO];
    return problem === undefined || also === undefined ? problem : this.#mismatch(also, value) && problem;
  }

  #mismatch(schema: unknown, value: unknown): string | undefined {
    const text = JSON.stringify(schema, bigintsAsText);
    const known = this.#validators.get(text);
    const validator =
      known ?? Compile({ ...(closeObjects(schema) as Written), components: this.#document["components"] });
    if (known === undefined) this.#validators.set(text, validator);
    if (validator.Check(value)) return undefined;
    const errors = validator
      .Errors(value)
      .map(({ instancePath, message }) => `${instancePath || "the body"} ${message}`);
    return `${errors.slice(0, 5).join("; ")} in ${JSON.stringify(value, bigintsAsText).slice(0, 500)}`;
  }

  #resolve(response: unknown): Written {
    if (!isObject(response)) return {};
    const { $ref: reference } = response;
    if (typeof reference !== "string") return response;
    const found = reference
      .split("/")
      .slice(1)
      .reduce<unknown>((place, name) => (isObject(place) ? place[name] : undefined), this.#document);
    return isObject(found) ? found : {};
  }

  /** The operation that the server takes for this path: a fixed part goes before a parameter. */
  #find(method: string, path: string): Operation | undefined {
    const segments = (path.split("?", 1)[0] ?? "").split("/");
    const matching = this.#operations.filter(
      (operation) => operation.method === method && matches(operation.segments, segments),
    );
    return matching.sort((one, other) => compareFixed(one.segments, other.segments))[0];
  }
}

function operationsOf({ paths }: Written): Operation[] {
  if (!isObject(paths)) return [];
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(isObject(item) ? item : {}).map(([method, operation]) => ({
      method: method.toUpperCase(),
      segments: path.split("/"),
      responses: isObject(operation) && isObject(operation["responses"]) ? operation["responses"] : {},
    })),
  );
}

const isParameter = (segment: string): boolean => segment.startsWith("{");

function matches(template: readonly string[], segments: readonly string[]): boolean {
  return (
    template.length === segments.length &&
    template.every((part, index) => part === segments[index] || (isParameter(part) && segments[index] !== ""))
  );
}

/** The template whose first parameter comes later is the closer one. */
function compareFixed(one: readonly string[], other: readonly string[]): number {
  const first = one.findIndex((part, index) => isParameter(part) !== isParameter(other[index] ?? ""));
  if (first < 0) return 0;
  return isParameter(one[first] ?? "") ? 1 : -1;
}

/** Schemas that allow no members but those they name, unless they say otherwise. */
function closeObjects(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closeObjects);
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    name === "example" || name === "examples" ? member : closeObjects(member),
  ]);
  const closed = Object.fromEntries(members) as Written;
  const isClosable = isObject(closed["properties"]) && !("additionalProperties" in closed) && "type" in closed;
  return isClosable ? { ...closed, additionalProperties: false } : closed;
}

function bigintsAsText(_name: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
