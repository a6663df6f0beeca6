// Devices, profiles and customers to choose several of, by typing a part of their names. The view keeps their ids.
import { MultiSelect } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useMemo, useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { pageIn } from "../../api/schemas.ts";
import { useUser } from "../../app/use-session.ts";
import { recordsOf, textAt, textsAt, valueAt, type Path } from "./document.ts";
import { useEditing, useProblemAt } from "./editing.ts";
import type { BoundProps } from "./bound-fields.tsx";

const PAUSE_MILLIS = 150;
const SHOWN_MAX = 50;
/** The names of more are not asked for one by one. */
const NAMED_MAX = 20;

interface Named {
  readonly id: string;
  readonly name: string;
}

export function ProfilesAt({ path, ...rest }: BoundProps): ReactNode {
  const { view, set } = useEditing();
  const profiles = useQuery({
    queryKey: ["deviceProfiles", "names"],
    queryFn: ({ signal }) => ask(api.GET("/api/deviceProfile/names", { signal })),
  });
  const known = (profiles.data ?? []).map(({ id, name }) => ({ id: id.id, name }));
  // A view may name profiles by id, by name, or by both.
  const chosen = recordsOf(valueAt(view, path)).map((profile) => {
    const [id, name] = [textAt(profile, ["id"]), textAt(profile, ["name"])];
    return (
      known.find((one) => one.id === id || (id === "" && one.name === name)) ?? { id: id || name, name: name || id }
    );
  });
  return (
    <MultiSelect
      {...rest}
      searchable
      clearable
      data={optionsOf([...known, ...chosen])}
      value={chosen.map(({ id }) => id)}
      error={useProblemAt(path)}
      onChange={(ids) => {
        const next = ids.map((id) => ({ id, name: [...known, ...chosen].find((one) => one.id === id)?.name ?? id }));
        set(path, next.length === 0 ? undefined : next);
      }}
    />
  );
}

interface DevicesAtProps extends BoundProps {
  readonly areGateways?: boolean;
}

export function DevicesAt({ areGateways = false, ...rest }: DevicesAtProps): ReactNode {
  const { role, customerId } = useUser();
  const [text, setText] = useState("");
  const [wanted] = useDebouncedValue(text, PAUSE_MILLIS);
  const query = {
    page: 0,
    pageSize: SHOWN_MAX,
    sortProperty: "name",
    ...(wanted === "" ? {} : { textSearch: wanted }),
  };
  const found = useQuery({
    queryKey: ["editor", areGateways ? "gateways" : "devices", wanted],
    queryFn: async ({ signal }): Promise<readonly Named[]> => {
      if (areGateways) {
        const { data } = await ask(api.GET("/api/gateways", { params: { query }, signal }));
        return data.map(({ id, name }) => ({ id: id.id, name }));
      }
      const { data } =
        role === "TENANT_ADMIN"
          ? await ask(api.GET("/api/tenant/deviceInfos", { params: { query }, signal }))
          : await ask(
              api.GET("/api/customer/{customerId}/deviceInfos", { params: { path: { customerId }, query }, signal }),
            );
      return data.map(({ id, name }) => ({ id: id.id, name }));
    },
    placeholderData: keepPreviousData,
  });
  const readName = async (deviceId: string, signal: AbortSignal): Promise<string> =>
    (await ask(api.GET("/api/device/{deviceId}", { params: { path: { deviceId } }, signal }))).name;
  return <IdsAt {...rest} kind="device" found={found.data ?? []} onText={setText} readName={readName} />;
}

export function CustomersAt(props: BoundProps & { readonly hasNone?: boolean }): ReactNode {
  const { hasNone = false, ...rest } = props;
  const [text, setText] = useState("");
  const [wanted] = useDebouncedValue(text, PAUSE_MILLIS);
  const query = {
    page: 0,
    pageSize: SHOWN_MAX,
    sortProperty: "title",
    ...(wanted === "" ? {} : { textSearch: wanted }),
  };
  const found = useQuery({
    queryKey: ["editor", "customers", wanted],
    queryFn: async ({ signal }): Promise<readonly Named[]> => {
      const { data } = pageIn(await ask(api.GET("/api/customers", { params: { query }, signal })));
      return data.map(({ id, title }) => ({ id: id.id, name: title }));
    },
    placeholderData: keepPreviousData,
  });
  const readName = async (customerId: string, signal: AbortSignal): Promise<string> =>
    (await ask(api.GET("/api/customer/{customerId}", { params: { path: { customerId } }, signal }))).title;
  const none = hasNone ? [{ id: "none", name: "Without a customer" }] : [];
  return (
    <IdsAt {...rest} kind="customer" found={[...none, ...(found.data ?? [])]} onText={setText} readName={readName} />
  );
}

interface IdsAtProps extends BoundProps {
  readonly kind: string;
  readonly path: Path;
  readonly found: readonly Named[];
  readonly onText: (text: string) => void;
  readonly readName: (id: string, signal: AbortSignal) => Promise<string>;
}

function IdsAt({ path, kind, found, onText, readName, ...rest }: IdsAtProps): ReactNode {
  const { view, set } = useEditing();
  const ids = textsAt(view, path);
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
    () => optionsOf([...found, ...names, ...ids.map((id) => ({ id, name: id }))]),
    [found, names, ids],
  );
  return (
    <MultiSelect
      {...rest}
      searchable
      clearable
      data={data}
      // What matches has been decided by the platform, of all of them.
      filter={({ options }) => options}
      nothingFoundMessage="Nothing matches"
      value={[...ids]}
      error={useProblemAt(path)}
      onSearchChange={onText}
      onChange={(next) => set(path, next.length === 0 ? undefined : next)}
    />
  );
}

/** Each id once, by the first name that is known of it. */
function optionsOf(named: readonly Named[]) {
  const names = new Map<string, string>();
  for (const { id, name } of named) if (!names.has(id)) names.set(id, name);
  return [...names].map(([value, label]) => ({ value, label }));
}
