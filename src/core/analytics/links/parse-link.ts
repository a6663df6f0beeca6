// Parses the request for a share link: its expiry, identity, locked filters, allowed sites and password. All problems
// are reported at once. Source: analytics contract 6.3.
import { Type } from "typebox";
import type { EpochMillis } from "../../../lib/clock.ts";
import { didYouMean } from "../../did-you-mean.ts";
import type { CustomerId } from "../../ids.ts";
import { quote } from "../../problems.ts";
import { SchemaReader } from "../../schema-reader.ts";
import { byName } from "../../schema-words.ts";
import type { LockedValues } from "../../shared-by-link.ts";
import { AnalyticsError } from "../analytics-error.ts";
import { distinctFilterValues, FILTER_VALUES_MAX, filterValueOf, valuesProblem } from "../view/filter-values.ts";
import type { TableView } from "../view/table-view.ts";
import { ViewProblems, type ViewCode } from "../view/view-problems.ts";
import type { ShareLink } from "./link-store.ts";

export interface NewLink {
  readonly name: string;
  /** Null uses the creator's permissions. */
  readonly customerId: CustomerId | null;
  readonly expiresTime: EpochMillis | null;
  readonly lockedFilters: ShareLink["lockedFilters"];
  readonly origins: readonly string[];
  readonly password: string | null;
}

const LOCKED_MAX = 32;
const NO_ORIGIN = '{found} is no origin: write "https://www.example.com", without a path.';
const PASSWORD_MIN = 8;
const PASSWORD_MAX = 72;

export const LockedFilters = byName(Type.Array(Type.Unknown(), { maxItems: FILTER_VALUES_MAX, default: [] }), {
  description: "Values that the bearer cannot change, by the name of the filter.",
  examples: [{ building: ["North"] }],
});

export const LinkSchema = Type.Object(
  {
    name: Type.Optional(Type.String({ maxLength: 255, examples: ["Screen in the lobby"] })),
    customerId: Type.Optional(
      Type.Unsafe<CustomerId>({
        type: "string",
        format: "uuid",
        description: "The customer whose devices it shows; left out, what its creator may see.",
        "x-text": "{found} is no UUID.",
      }),
    ),
    expiresTime: Type.Optional(
      Type.Unsafe<EpochMillis>({
        type: "integer",
        minimum: 1,
        maximum: 4_102_444_800_000,
        description: "Left out, in 30 days, unless the settings say otherwise.",
      }),
    ),
    lockedFilters: Type.Optional(LockedFilters),
    origins: Type.Optional(
      Type.Array(Type.String({ maxLength: 255 }), {
        maxItems: 20,
        description:
          "Sites that may show its page in a frame, and whose pages may call with it; left out, no frame, and calls of any.",
        examples: [["https://www.example.com"]],
        "x-entries": NO_ORIGIN,
      }),
    ),
    password: Type.Optional(Type.String({ description: "8 to 72 characters.", examples: ["rain on tin roofs"] })),
  },
  {
    title: "SentViewLink",
    additionalProperties: false,
    examples: [{ name: "Screen in the lobby", lockedFilters: { building: ["North"] } }],
  },
);

/** The filters of what a link shows. */
export interface FixableFilters {
  /** The values as they are used later, without another check. Adds what is wrong with them, or with the name. */
  read(name: string, list: readonly unknown[], addProblem: (message: string, code?: ViewCode) => void): LockedValues;
}

/** Throws `BODY_INVALID` with every problem. `filters` are those of what the link shows. */
export function parseLink(json: unknown, filters: FixableFilters): NewLink {
  const problems = new ViewProblems();
  const sent = new SchemaReader<ViewCode>(problems).read(LinkSchema, json, "VIEW_INVALID");
  const { name = "", customerId = null, expiresTime = null, lockedFilters, origins = [], password = null } = sent ?? {};
  const link: NewLink = {
    name: name.trim(),
    customerId,
    expiresTime,
    lockedFilters: lockedFilters === undefined ? [] : parseLocked(lockedFilters, filters, problems),
    origins: origins.flatMap((text) => {
      const origin = originOf(text);
      if (origin === undefined)
        problems.add(
          "/origins",
          "VIEW_INVALID",
          NO_ORIGIN.replace("{found}", () => quote(text)),
        );
      return origin ?? [];
    }),
    password,
  };
  if (password !== null && (password.length < PASSWORD_MIN || password.length > PASSWORD_MAX))
    problems.add(
      "/password",
      "VIEW_INVALID",
      `A password has ${String(PASSWORD_MIN)} to ${String(PASSWORD_MAX)} characters, this one has ${String(password.length)}.`,
    );
  if (problems.isEmpty) return link;
  const { list } = problems;
  throw new AnalyticsError("BODY_INVALID", list[0]?.message ?? "the link is not valid", list);
}

function parseLocked(
  locked: ReadonlyMap<string, readonly unknown[]>,
  filters: FixableFilters,
  problems: ViewProblems,
): ShareLink["lockedFilters"] {
  if (locked.size > LOCKED_MAX)
    problems.add(
      "/lockedFilters",
      "VIEW_INVALID",
      `A link may fix ${String(LOCKED_MAX)} filters, not ${String(locked.size)}.`,
    );
  return [...locked].slice(0, LOCKED_MAX).map(([name, list]) => {
    const pointer = `/lockedFilters/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const values = filters.read(name, list, (message, code = "VIEW_INVALID") => {
      problems.add(pointer, code, message);
    });
    return { name, values };
  });
}

export function filtersOfView(view: TableView): FixableFilters {
  return {
    read(name, list, addProblem) {
      const filter = view.filters.find((each) => each.name === name);
      if (filter === undefined) {
        const known = view.filters.map((each) => each.name);
        addProblem(`The view has no filter ${quote(name)}.${didYouMean(name, known)}`);
      } else if (!filter.overridable)
        addProblem(`The filter ${quote(name)} has the values of the view and cannot be fixed to others.`);
      const values = list.flatMap((json) => {
        const value = filterValueOf(json, filter);
        if (value === undefined) addProblem(`A value is a text, a number, true, false or null, not ${quote(json)}.`);
        return value ?? (json === null ? [null] : []);
      });
      // Without duplicates, like filter values of a request. They replace the view's values and are not checked again
      // before use.
      const distinct = filter === undefined ? values : distinctFilterValues(values, filter);
      const misfit = filter === undefined ? undefined : valuesProblem(filter, distinct);
      if (misfit !== undefined) addProblem(`Filter ${quote(name)}: ${misfit.message}`, misfit.code);
      return distinct;
    },
  };
}

/** The origin in the form in which browsers send it in the Origin header. */
function originOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, origin, pathname, search, hash, username } = new URL(text);
  const isBare = pathname === "/" && search === "" && hash === "" && username === "";
  return isBare && (protocol === "https:" || protocol === "http:") ? origin : undefined;
}
