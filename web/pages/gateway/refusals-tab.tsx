// The refused messages that the platform keeps, of one gateway or of all: why, of which device, and the payload on request. The
// filters are kept in the address, so that a count can link to what it counts.
import { Anchor, Badge, Button, Code, Group, Select, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { ShieldAlert } from "lucide-react";
import { useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { EntityList } from "../../app/entity-list.tsx";
import { textOf, useAddress, type ListQuery } from "../../app/list-state.ts";
import { timeColumn } from "../../components/columns.tsx";
import { CopyIcon } from "../../components/copy-text.tsx";
import type { Column, Page } from "../../components/data-table.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Facts } from "../../components/facts.tsx";
import { layOutJson } from "../../components/json-text.ts";
import { Moment } from "../../components/moment.tsx";
import { refusalInWords, REFUSAL_REASONS } from "../../components/refusal-reasons.ts";
import classes from "./messages.module.css";

type Refusal = Schema<"Refusal">;
/** Its number as the id of its row. */
type ListedRefusal = Refusal & { readonly id: string };

const READ_AGAIN_MILLIS = 5_000;
const FILTER_NAMES = ["reason", "device"];
/** Refused parts shown in the list; the others are shown with the payload. */
const ENTRIES_SHOWN = 3;

const TIME = timeColumn<ListedRefusal, "ts">("ts", "Time", ({ ts }) => ts, {
  sortBy: "ts",
  style: "exact",
  width: 190,
});
const GATEWAY: Column<ListedRefusal> = {
  id: "gateway",
  label: "Gateway",
  isMinor: true,
  width: 180,
  cell: ({ gateway: { id, name } }) => (
    <Anchor component={Link} to={`/gateways/${id.id}`} className="foreign" lineClamp={2}>
      {name}
    </Anchor>
  ),
};
const WHAT: Column<ListedRefusal> = {
  id: "what",
  label: "What was refused",
  cell: (refusal) => (
    <>
      <Text size="xs" c="dimmed" className="foreign" lineClamp={1}>
        {refusal.topic}
      </Text>
      <Entries refusal={refusal} shown={ENTRIES_SHOWN} />
      <Group gap="xs" mt={4}>
        <PayloadButton refusal={refusal} />
        {refusal.partly && (
          <Badge color="orange" variant="light">
            Partly refused
          </Badge>
        )}
      </Group>
    </>
  ),
};
const OF_GATEWAY = [TIME, WHAT];
const OF_ALL = [TIME, GATEWAY, WHAT];

/** Without a gateway, those of all gateways of the tenant. */
export function RefusalsTab({ gatewayId }: { readonly gatewayId?: string }): ReactNode {
  const { address, change } = useAddress();
  const [reason, device] = [textOf(address, "reason"), textOf(address, "device")];
  const filter = { ...(reason === "" ? {} : { reason }), ...(device === "" ? {} : { device }) };
  return (
    <EntityList
      noun="refusal"
      icon={ShieldAlert}
      columns={gatewayId === undefined ? OF_ALL : OF_GATEWAY}
      nameOf={({ topic }) => topic}
      sort="ts"
      order="DESC"
      search="Search refusals"
      filters={
        <>
          <Select
            aria-label="Reason"
            placeholder="All reasons"
            clearable
            w={240}
            data={REFUSAL_REASONS.map((value) => ({ value, label: refusalInWords(value) }))}
            value={reason === "" ? null : reason}
            onChange={(next) => change({ reason: next ?? undefined, page: undefined })}
          />
          {device !== "" && (
            <Badge variant="light" size="lg" className="foreign" tt="none">
              Device: {device}
            </Badge>
          )}
        </>
      }
      filterNames={FILTER_NAMES}
      read={(list) => ({
        queryKey: ["refusals", gatewayId ?? "all", filter, list],
        queryFn: ({ signal }) => readRefusals(gatewayId, { ...list, ...filter }, signal),
        refetchInterval: READ_AGAIN_MILLIS,
      })}
      empty={{
        title: "No refused messages",
        text:
          gatewayId === undefined
            ? "The last 500 refused messages of each gateway appear here. Those of devices that connect themselves are only counted."
            : "The last 500 refused messages appear here, with the reason and the payload.",
      }}
    />
  );
}

function Entries({ refusal, shown }: { readonly refusal: Refusal; readonly shown: number }): ReactNode {
  const { entries, entriesTotal } = refusal;
  const more = entriesTotal - Math.min(shown, entries.length);
  return (
    <>
      {entries.slice(0, shown).map(({ device, deviceId, message }, index) => (
        <Text key={index} className="foreign" lineClamp={3}>
          {device !== null && (
            <>
              {deviceId === null ? (
                <Text span inherit fw={500}>
                  {device}
                </Text>
              ) : (
                <Anchor component={Link} to={`/devices/${deviceId.id}`} fw={500} inherit>
                  {device}
                </Anchor>
              )}
              {": "}
            </>
          )}
          {message}
        </Text>
      ))}
      {more > 0 && (
        <Text size="xs" c="dimmed">
          and {more.toLocaleString()} more
        </Text>
      )}
    </>
  );
}

function PayloadButton({ refusal }: { readonly refusal: Refusal }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" size="compact-xs" onClick={() => setOpen(true)}>
        Payload
      </Button>
      {isOpen && (
        <Dialog title="Refused message" size="lg" onClose={() => setOpen(false)}>
          <Whole refusal={refusal} />
        </Dialog>
      )}
    </>
  );
}

function Whole({ refusal }: { readonly refusal: Refusal }): ReactNode {
  const { ts, gateway, topic, reason, bytes, payload, cut, entries } = refusal;
  return (
    <Stack gap="md">
      <Facts
        facts={[
          { label: "Time", value: <Moment ts={ts} style="exact" /> },
          { label: "Gateway", value: <span className="foreign">{gateway.name}</span> },
          { label: "Topic", value: <span className="foreign">{topic}</span> },
          { label: "Reason", value: refusalInWords(reason) },
        ]}
      />
      <div>
        <Entries refusal={refusal} shown={entries.length} />
      </div>
      {payload === null ? (
        <Text c="dimmed">The payload was not to blame, and is not kept.</Text>
      ) : (
        <div>
          <Group justify="space-between" wrap="nowrap" mb={4}>
            <Text size="xs" c="dimmed">
              {(bytes ?? 0).toLocaleString()} bytes{cut ? ", of which the beginning is kept" : ""}
            </Text>
            <CopyIcon text={payload} label="payload" />
          </Group>
          <Code block className={`foreign ${classes["payload"] ?? ""}`} tabIndex={0} aria-label="Payload" role="region">
            {payload === "" ? "(empty)" : cut ? payload : layOutJson(payload)}
          </Code>
        </div>
      )}
    </Stack>
  );
}

async function readRefusals(
  gatewayId: string | undefined,
  query: ListQuery<"ts"> & { readonly reason?: string; readonly device?: string },
  signal: AbortSignal,
): Promise<Page<ListedRefusal>> {
  const page = await ask(
    gatewayId === undefined
      ? api.GET("/api/refusals", { params: { query }, signal })
      : api.GET("/api/gateways/{deviceId}/refusals", { params: { path: { deviceId: gatewayId }, query }, signal }),
  );
  return { ...page, data: page.data.map((refusal) => ({ ...refusal, id: String(refusal.number) })) };
}
