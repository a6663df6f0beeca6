// Attributes of a device in their three scopes: updated live, and added, edited and deleted if people may.
import { Box, Button, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { useThrottledCallback } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus, Tags } from "lucide-react";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { choiceOf, useAddress } from "../../app/list-state.ts";
import { useAction } from "../../app/use-action.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { LiveBadge } from "../../components/live-badge.tsx";
import { Marked } from "../../components/marked.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { choices } from "../../components/choices.ts";
import { region } from "../../words/format.ts";
import { words } from "../../words/words.ts";
import { AttributeDialog } from "./attribute-dialog.tsx";
import { AttributeTable, type ShownAttribute } from "./attribute-table.tsx";
import { attributesQuery, deleteAttribute, type Attribute, type Scope } from "./attributes.ts";
import { KeyList, KeySearch, useKeySearch } from "./key-table.tsx";
import { isGatewayDevice, type DeviceTabProps } from "./device-tab.ts";
import { useLiveState, useLiveValues, type LiveFeed } from "./use-live-values.ts";
import { kindOfText, kindOfTyped } from "./value-kind.ts";

const SCOPES = ["server", "shared", "client"] as const;
type ScopeName = (typeof SCOPES)[number];

const SCOPE_OF: Readonly<Record<ScopeName, Scope>> = {
  server: "SERVER_SCOPE",
  shared: "SHARED_SCOPE",
  client: "CLIENT_SCOPE",
};
const WORDS = words.device.attributes;

export function AttributesTab({ device }: DeviceTabProps): ReactNode {
  const id = device.id.id;
  const { address, change } = useAddress();
  const name = choiceOf(address, "scope", SCOPES) ?? "server";
  return (
    <Stack>
      <Group justify="space-between">
        <SegmentedControl
          aria-label={WORDS.scope}
          data={choices<ScopeName>(WORDS.scopes)}
          value={name}
          onChange={(next) => change({ scope: next === "server" ? undefined : next, q: undefined })}
        />
        <Box ml="auto">
          <LiveBadge state={useLiveState()} />
        </Box>
      </Group>
      <Text c="dimmed">{WORDS.about[name === "server" && isGatewayDevice(device) ? "serverOfGateway" : name]}</Text>
      <ScopeAttributes key={name} deviceId={id} name={name} />
    </Stack>
  );
}

const TYPES_MILLIS = 1_000;

type Edited = { readonly kind: "new" } | { readonly kind: "present"; readonly attribute: ShownAttribute };

function ScopeAttributes({ deviceId, name }: { readonly deviceId: string; readonly name: ScopeName }): ReactNode {
  const scope = SCOPE_OF[name];
  const queries = useQueryClient();
  const [edited, setEdited] = useState<Edited | null>(null);
  const stored = useQuery(attributesQuery(deviceId, scope));
  const feed = useLiveValues({ entityId: deviceId, kind: "attributes", scope });
  const { queryKey } = attributesQuery(deviceId, scope);
  // Live values come without types, so the types are read again.
  const askForTypes = useThrottledCallback(() => void queries.invalidateQueries({ queryKey }), TYPES_MILLIS);
  useEffect(() => {
    if (feed.isReady) askForTypes();
  }, [feed, askForTypes]);
  const remove = useAction({
    call: (key: string) => deleteAttribute(deviceId, scope, key),
    question: (key) => ({
      title: WORDS.deleteTitle,
      text: <Marked text={WORDS.deleteText} as={() => <strong className="foreign">{key}</strong>} />,
      action: WORDS.deleteAction,
    }),
    done: (_, key) => WORDS.deleted(key),
    failed: WORDS.deleteFailed,
    stale: ["attributes"],
    isPartial: true,
  });
  const matches = useKeySearch();
  const all = useMemo(() => (stored.data === undefined ? undefined : shown(stored.data, feed)), [stored.data, feed]);
  const rows = all?.filter(({ key }) => matches(key)) ?? [];
  const isWritable = name !== "client";
  const addButton = isWritable && (
    <Button leftSection={<Plus />} onClick={() => setEdited({ kind: "new" })}>
      {WORDS.add}
    </Button>
  );
  return (
    <>
      <Group justify="space-between">
        <KeySearch label={WORDS.search} />
        {addButton}
      </Group>
      {stored.isError && all === undefined ? (
        <ProblemAlert error={stored.error} title={WORDS.failed} onRetry={() => void stored.refetch()} />
      ) : (
        <KeyList
          texts={WORDS}
          total={all?.length ?? null}
          found={rows.length}
          empty={
            <EmptyState icon={Tags} title={WORDS.empty[name]} action={addButton}>
              {isWritable ? WORDS.addFirst : WORDS.noneSent}
            </EmptyState>
          }
        >
          <AttributeTable
            scope={scope}
            rows={rows}
            isWritable={isWritable}
            onEdit={(attribute) => setEdited({ kind: "present", attribute })}
            onDelete={remove.run}
          />
        </KeyList>
      )}
      {edited !== null && (
        <AttributeDialog
          deviceId={deviceId}
          scope={scope}
          attribute={edited.kind === "present" ? edited.attribute : null}
          knownKeys={all?.map(({ key }) => key) ?? []}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}

const NATURAL = new Intl.Collator(region.dateLocale, { numeric: true });

/** The text of a live value is exact, while a value parsed as a number may have lost digits. */
function shown(stored: readonly Attribute[], feed: LiveFeed): readonly ShownAttribute[] {
  const rows = new Map<string, ShownAttribute>();
  for (const { key, value, lastUpdateTs } of stored)
    if (!feed.isReady || feed.keys.has(key) || feed.problem !== null)
      rows.set(key, { key, kind: kindOfTyped(value), text: textOfTyped(value), ts: lastUpdateTs, changes: 0 });
  for (const [key, { text, ts, changes }] of feed.keys)
    rows.set(key, { key, kind: kindOfText(text, rows.get(key)?.kind), text, ts, changes });
  return [...rows.values()].sort((a, b) => NATURAL.compare(a.key, b.key));
}

function textOfTyped(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
