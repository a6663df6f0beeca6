// What somebody asks of a new share link: how long, as whom, with which filters fixed, on which sites, with what password.
// All that is wrong with it is told at once. Source: analytics contract 6.3.
import { millis, type EpochMillis } from "../../../lib/clock.ts";
import type { CustomerId } from "../../ids.ts";
import { parseId } from "../../ids.ts";
import { DomainError } from "../../errors.ts";
import { AnalyticsError } from "../analytics-error.ts";
import { didYouMean } from "../did-you-mean.ts";
import { ObjectReader } from "../view/object-reader.ts";
import { distinctFilterValues, FILTER_VALUES_MAX, filterValueOf, valuesProblem } from "../view/filter-values.ts";
import type { Filter, FilterValue, TableView } from "../view/table-view.ts";
import { quote, ViewProblems } from "../view/view-problems.ts";
import type { ShareLink } from "./link-store.ts";

export interface LinkWish {
  readonly name: string;
  /** Null for the creator. */
  readonly customerId: CustomerId | null;
  readonly expiresTime: EpochMillis | null;
  readonly lockedFilters: ShareLink["lockedFilters"];
  readonly origins: readonly string[];
  readonly password: string | null;
}

const NAME_MAX = 255;
const ORIGINS_MAX = 20;
const ORIGIN_LENGTH_MAX = 255;
const PASSWORD_MIN = 8;
const PASSWORD_MAX = 72;
const LOCKED_MAX = 32;
const TIME_MAX = 4_102_444_800_000;

/** Throws `BODY_INVALID` with every problem. `view` is the one that is shared. */
export function parseLink(json: unknown, view: TableView): LinkWish {
  const problems = new ViewProblems();
  const reader = ObjectReader.of(json, "", problems, "VIEW_INVALID");
  if (reader === undefined) throw refusal(problems);
  const wish: LinkWish = {
    name: (reader.text("name", NAME_MAX) ?? "").trim(),
    customerId: parseIdentity(reader),
    expiresTime: parseEnd(reader),
    lockedFilters: parseLocked(reader, view),
    origins: parseOrigins(reader),
    password: parsePassword(reader),
  };
  reader.finish();
  if (!problems.isEmpty) throw refusal(problems);
  return wish;
}

function parseEnd(link: ObjectReader): EpochMillis | null {
  const end = link.integer("expiresTime", 1, TIME_MAX);
  return end === undefined ? null : millis(end);
}

function parseIdentity(link: ObjectReader): CustomerId | null {
  const json = link.any("customerId");
  if (json === undefined) return null;
  try {
    if (typeof json === "string") return parseId<CustomerId>(json, "customerId");
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
  link.problem("customerId", `${quote(json)} is no UUID.`);
  return null;
}

function parseLocked(link: ObjectReader, view: TableView): ShareLink["lockedFilters"] {
  const object = link.object("lockedFilters");
  if (object === undefined) return [];
  const names = object.names();
  if (names.length > LOCKED_MAX)
    link.problem("lockedFilters", `A link may fix ${String(LOCKED_MAX)} filters, not ${String(names.length)}.`);
  return names.slice(0, LOCKED_MAX).map((name) => {
    const filter = view.filters.find((each) => each.name === name);
    if (filter === undefined) {
      const known = view.filters.map((each) => each.name);
      object.problem(name, `The view has no filter ${quote(name)}.${didYouMean(name, known)}`);
    } else if (!filter.overridable)
      object.problem(name, `The filter ${quote(name)} has the values of the view and cannot be fixed to others.`);
    const values = parseValues(object, name, filter);
    // The link's values stand in the place of the view's, which nobody looks at again before they are used.
    const misfit = filter === undefined ? undefined : valuesProblem(filter, values);
    if (misfit !== undefined) object.problem(name, `Filter ${quote(name)}: ${misfit.message}`, misfit.code);
    return { name, values };
  });
}

/** Each once, as those of a request. */
function parseValues(locked: ObjectReader, name: string, filter: Filter | undefined): readonly FilterValue[] {
  const values: FilterValue[] = [];
  for (const json of locked.list(name, FILTER_VALUES_MAX) ?? []) {
    const value = filterValueOf(json, filter);
    if (value === undefined)
      locked.problem(name, `A value is a text, a number, true, false or null, not ${quote(json)}.`);
    else values.push(value);
  }
  return filter === undefined ? values : distinctFilterValues(values, filter);
}

function parseOrigins(link: ObjectReader): readonly string[] {
  return (link.list("origins", ORIGINS_MAX) ?? []).flatMap((json) => {
    const origin = typeof json === "string" && json.length <= ORIGIN_LENGTH_MAX ? originOf(json) : undefined;
    if (origin !== undefined) return [origin];
    link.problem("origins", `${quote(json)} is no origin: write "https://www.example.com", without a path.`);
    return [];
  });
}

/** As a browser writes it in the header Origin. */
function originOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, origin, pathname, search, hash, username } = new URL(text);
  const isBare = pathname === "/" && search === "" && hash === "" && username === "";
  return isBare && (protocol === "https:" || protocol === "http:") ? origin : undefined;
}

function parsePassword(link: ObjectReader): string | null {
  const password = link.text("password", 10_000);
  if (password === undefined) return null;
  if (password.length >= PASSWORD_MIN && password.length <= PASSWORD_MAX) return password;
  const range = `${String(PASSWORD_MIN)} to ${String(PASSWORD_MAX)}`;
  link.problem("password", `A password has ${range} characters, this one has ${String(password.length)}.`);
  return null;
}

function refusal(problems: ViewProblems): AnalyticsError {
  const { list } = problems;
  return new AnalyticsError("BODY_INVALID", list[0]?.message ?? "the link is not valid", list);
}
