// Selects several devices, profiles or customers by typing a part of their names. The view stores their ids.
import { Box, MultiSelect, type ComboboxParsedItem } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { profileNamesQuery } from "../../api/queries.ts";
import { pageIn } from "../../api/schemas.ts";
import { useUser } from "../../app/use-session.ts";
import type { BoundProps } from "./bound-fields.tsx";
import type { ViewDraft } from "./view-draft.ts";
import { words } from "../../words/words.ts";

const PAUSE_MILLIS = 150;
const SHOWN_MAX = 50;
/** Maximum number of names that are read one by one. */
const NAMED_MAX = 20;

interface Named {
  readonly id: string;
  readonly name: string;
}

interface Entity {
  readonly id: { readonly id: string };
  readonly name: string;
}

const namesOf = (entities: readonly Entity[]): readonly Named[] =>
  entities.map(({ id, name }) => ({ id: id.id, name }));

type Profiles = NonNullable<NonNullable<ViewDraft["scope"]>["profiles"]>;

export function ProfilesAt({ at, ...rest }: BoundProps<Profiles>): ReactNode {
  const profiles = useQuery(profileNamesQuery);
  const known = namesOf(profiles.data ?? []);
  // A view may name profiles by id, by name, or by both.
  const chosen = (at.value ?? []).map(({ id = "", name = "" }) => {
    const found = known.find((one) => one.id === id || (id === "" && one.name === name));
    return found ?? { id: id || name, name: name || id };
  });
  const all = optionsOf([...known, ...chosen]);
  return (
    <MultiSelect
      {...rest}
      searchable
      clearable
      data={all}
      value={chosen.map(({ id }) => id)}
      error={at.error}
      onChange={(ids) => {
        const next = all.flatMap(({ value: id, label }) => (ids.includes(id) ? [{ id, name: label }] : []));
        at.set(next.length === 0 ? undefined : next);
      }}
    />
  );
}

const NONE: readonly string[] = [];
const NOBODY: readonly Named[] = [];

type Find = (text: string, signal: AbortSignal) => Promise<readonly Named[]>;

function pageOf(text: string) {
  return { page: 0, pageSize: SHOWN_MAX, ...(text === "" ? {} : { textSearch: text }) };
}

export function GatewaysAt(props: BoundIds): ReactNode {
  const find: Find = async (text, signal) =>
    namesOf((await ask(api.GET("/api/gateways", { params: { query: pageOf(text) }, signal }))).data);
  return <IdsAt {...props} kind="gateway" find={find} readName={readDeviceName} />;
}

export function DevicesAt(props: BoundIds): ReactNode {
  const { role, customerId } = useUser();
  const find: Find = async (text, signal) => {
    const query = { ...pageOf(text), sortProperty: "name" as const };
    const { data } =
      role === "TENANT_ADMIN"
        ? await ask(api.GET("/api/tenant/deviceInfos", { params: { query }, signal }))
        : await ask(
            api.GET("/api/customer/{customerId}/deviceInfos", { params: { path: { customerId }, query }, signal }),
          );
    return namesOf(data);
  };
  return <IdsAt {...props} kind="device" find={find} readName={readDeviceName} />;
}

async function readDeviceName(deviceId: string, signal: AbortSignal): Promise<string> {
  return (await ask(api.GET("/api/device/{deviceId}", { params: { path: { deviceId } }, signal }))).name;
}

export function CustomersAt({ hasNone = false, ...rest }: BoundIds & { readonly hasNone?: boolean }): ReactNode {
  const find: Find = async (text, signal) => {
    const query = { ...pageOf(text), sortProperty: "title" as const };
    const { data } = pageIn(await ask(api.GET("/api/customers", { params: { query }, signal })));
    const none = hasNone ? [{ id: "none", name: words.viewEditor.devices.noCustomer }] : [];
    return [...none, ...data.map(({ id, title }) => ({ id: id.id, name: title }))];
  };
  const readName = async (customerId: string, signal: AbortSignal): Promise<string> =>
    (await ask(api.GET("/api/customer/{customerId}", { params: { path: { customerId } }, signal }))).title;
  return <IdsAt {...rest} kind="customer" find={find} readName={readName} />;
}

interface BoundIds extends BoundProps<readonly string[]> {
  /** In a row with others. */
  readonly isNarrow?: boolean;
}

interface IdsAtProps extends BoundIds {
  readonly kind: string;
  readonly find: Find;
  readonly readName: (id: string, signal: AbortSignal) => Promise<string>;
}

function IdsAt({ at, kind, find, readName, isNarrow = false, ...rest }: IdsAtProps): ReactNode {
  const [text, setText] = useState("");
  const [wanted] = useDebouncedValue(text, PAUSE_MILLIS);
  const found = useQuery({
    queryKey: ["editor", kind, wanted],
    queryFn: ({ signal }) => find(wanted, signal),
    placeholderData: keepPreviousData,
  });
  // What has been found so far is of what was typed before.
  const isPending = text !== wanted || found.isPlaceholderData || found.data === undefined;
  const ids = at.value ?? NONE;
  const names = useQueries({
    queries: ids
      .filter((id) => id !== "none")
      .slice(0, NAMED_MAX)
      .map((id) => ({
        queryKey: ["editor", "name", kind, id],
        queryFn: async ({ signal }: { readonly signal: AbortSignal }) => ({ id, name: await readName(id, signal) }),
        staleTime: Infinity,
        retry: false,
      })),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  const data = useMemo(
    () => optionsOf([...(found.data ?? []), ...names, ...ids.map((id) => ({ id, name: id }))]),
    [found.data, names, ids],
  );
  const hasJustChosen = useRef(false);
  // What was chosen is still highlighted, and a second Enter would take it back.
  const keepChosen = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && hasJustChosen.current) {
      event.preventDefault();
      event.stopPropagation();
    } else hasJustChosen.current = false;
  };
  return (
    <Box display="contents" onKeyDownCapture={keepChosen}>
      <MultiSelect
        {...rest}
        w={isNarrow ? { base: "100%", xs: 240 } : undefined}
        searchable
        clearable
        clearButtonProps={{ "aria-label": words.viewEditor.inputs.clear(rest.label) }}
        data={data}
        // What is chosen is always there, for its name.
        filter={({ options, search }) =>
          options.filter((option) => fits(option, search, isPending ? NOBODY : found.data))
        }
        selectFirstOptionOnChange={text !== "" && !isPending}
        nothingFoundMessage={words.viewEditor.inputs.noMatch}
        value={[...ids]}
        error={at.error}
        onSearchChange={(next) => {
          if (next !== "") hasJustChosen.current = false;
          setText(next);
        }}
        onChange={(next) => {
          hasJustChosen.current = next.length > ids.length;
          at.set(next.length === 0 ? undefined : next);
        }}
      />
    </Box>
  );
}

/** The platform may find one by more than its name. */
function fits(option: ComboboxParsedItem, search: string, found: readonly Named[] = NOBODY): boolean {
  if (!("value" in option)) return true;
  const isFound = found.some(({ id }) => id === option.value);
  return isFound || option.label.toLowerCase().includes(search.trim().toLowerCase());
}

/** Each id once, with its first known name. */
function optionsOf(named: readonly Named[]) {
  const names = new Map<string, string>();
  for (const { id, name } of named) if (!names.has(id)) names.set(id, name);
  return [...names].map(([value, label]) => ({ value, label }));
}
