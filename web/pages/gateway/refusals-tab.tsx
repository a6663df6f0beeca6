// The refused messages that the platform keeps, of one gateway or of all: why, of which device, and the payload on request. The
// filters are kept in the address, so that a count can link to what it counts.
import { Anchor, Badge, Select } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { ShieldAlert } from "lucide-react";
import type { ReactNode } from "react";
import { EntityList } from "../../app/entity-list.tsx";
import { textOf, useAddress } from "../../app/list-state.ts";
import { timeColumn } from "../../components/columns.tsx";
import type { Column } from "../../components/data-table.tsx";
import { refusalLabel, REFUSAL_REASONS } from "../../components/refusal-reasons.ts";
import { words } from "../../words/words.ts";
import type { ListedRefusal } from "./refusal-groups.ts";
import { readRefusals, RefusedMessage } from "./refused-message.tsx";

const READ_AGAIN_MILLIS = 5_000;
const FILTER_NAMES = ["reason", "device"];
const WORDS = words.gateway.refusals;

const TIME = timeColumn<ListedRefusal, "ts">("ts", WORDS.columns.time, ({ ts }) => ts, {
  sortBy: "ts",
  style: "exact",
  under: { column: "what" },
  width: 240,
});
const GATEWAY: Column<ListedRefusal> = {
  id: "gateway",
  label: WORDS.columns.gateway,
  under: { column: "what" },
  width: 180,
  cell: ({ gateway: { id, name } }) => (
    <Anchor component={Link} to={`/gateways/${id.id}`} className="foreign" lineClamp={2}>
      {name}
    </Anchor>
  ),
};
const WHAT: Column<ListedRefusal> = {
  id: "what",
  label: WORDS.columns.what,
  cell: (refusal) => <RefusedMessage refusal={refusal} />,
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
      totalText={WORDS.total}
      search={WORDS.search}
      filters={
        <>
          <Select
            aria-label={WORDS.reason}
            placeholder={WORDS.allReasons}
            clearable
            w={240}
            data={REFUSAL_REASONS.map((value) => ({ value, label: refusalLabel(value) }))}
            value={reason === "" ? null : reason}
            onChange={(next) => change({ reason: next ?? undefined, page: undefined })}
          />
          {device !== "" && (
            <Badge variant="light" size="lg" className="foreign" tt="none">
              {WORDS.device(device)}
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
      empty={{ title: WORDS.empty, text: gatewayId === undefined ? WORDS.emptyOfAll : WORDS.emptyOfOne }}
    />
  );
}
