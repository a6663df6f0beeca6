// A refused message that the platform keeps: its topic, why each part was refused, and the payload on request. Everything in it came
// from outside and is shown as text.
import { Anchor, Badge, Button, Code, Group, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { ChevronDown, ChevronUp } from "lucide-react";
import { useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { withCapitalUnlessPath } from "../../api/problem.ts";
import type { Schema } from "../../api/schemas.ts";
import type { ListQuery } from "../../app/list-state.ts";
import { CopyIcon } from "../../components/copy-text.tsx";
import type { Page } from "../../components/data-table.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Facts } from "../../components/facts.tsx";
import { layOutJson } from "../../components/json-text.ts";
import { Moment } from "../../components/moment.tsx";
import { refusalInWords, refusalLabel } from "../../components/refusal-reasons.ts";
import { region } from "../../words/format.ts";
import { words } from "../../words/words.ts";
import classes from "./messages.module.css";
import { groupedRefusals, type ListedRefusal } from "./refusal-groups.ts";

type Refusal = Schema<"Refusal">;

/** Refused parts shown in the list; the others are shown with the payload. */
const ENTRIES_SHOWN = 3;
const WORDS = words.gateway.refusals;

export function RefusedMessage({ refusal }: { readonly refusal: ListedRefusal }): ReactNode {
  const { earlier } = refusal;
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <>
      <Text size="xs" c="dimmed" className="foreign" lineClamp={1}>
        {refusal.topic}
      </Text>
      <Entries refusal={refusal} shown={ENTRIES_SHOWN} />
      <Group gap="xs" mt={4}>
        <PayloadButton refusal={refusal} />
        {refusal.partly && (
          <Badge color="orange" variant="light">
            {WORDS.partly}
          </Badge>
        )}
        {earlier.length > 0 && (
          <Button
            variant="default"
            size="compact-xs"
            rightSection={isOpen ? <ChevronUp size={12} /> : <ChevronDown size={12} />}
            aria-expanded={isOpen}
            onClick={toggle}
          >
            {WORDS.timesInARow(earlier.length + 1)}
          </Button>
        )}
      </Group>
      {isOpen && (
        <ul className={classes["list"]} aria-label={WORDS.earlier}>
          {earlier.map((each) => (
            <Group key={each.number} component="li" gap="xs" mt={4}>
              <Text size="xs" c="dimmed" component="div">
                <Moment ts={each.ts} style="exact" />
              </Text>
              <PayloadButton refusal={each} />
            </Group>
          ))}
        </ul>
      )}
    </>
  );
}

function Entries({ refusal, shown }: { readonly refusal: Refusal; readonly shown: number }): ReactNode {
  const { entries, entriesTotal } = refusal;
  const more = entriesTotal - Math.min(shown, entries.length);
  return (
    <>
      {entries.slice(0, shown).map(({ device, deviceId, reason, message }, index) => (
        <Text key={index} className="foreign" lineClamp={3}>
          {device !== null && (
            <>
              {deviceId === null ? (
                <Text span inherit fw={500}>
                  {device}
                </Text>
              ) : (
                <Anchor component={Link} to={`/devices/${deviceId.id}`} fw={500} inherit underline="always">
                  {device}
                </Anchor>
              )}
              {": "}
            </>
          )}
          <Why reason={reason} message={message} isAlone={device === null} />
        </Text>
      ))}
      {more > 0 && (
        <Text size="xs" c="dimmed">
          {WORDS.more(more)}
        </Text>
      )}
    </>
  );
}

interface WhyProps {
  readonly reason: string;
  readonly message: string;
  /** Nothing stands before it. */
  readonly isAlone: boolean;
}

/** The kind of the reason in the viewer's language, before what the platform says about it, which is English and says it all. */
function Why({ reason, message, isAlone }: WhyProps): ReactNode {
  if (region.language === "en") return isAlone ? withCapitalUnlessPath(message) : message;
  return (
    <>
      {isAlone ? refusalLabel(reason) : refusalInWords(reason)}
      <Text span size="xs" c="dimmed" display="block" lang="en">
        {withCapitalUnlessPath(message)}
      </Text>
    </>
  );
}

function PayloadButton({ refusal }: { readonly refusal: Refusal }): ReactNode {
  // What is read stays while more of the same come.
  const [opened, setOpened] = useState<Refusal | null>(null);
  return (
    <>
      <Button variant="default" size="compact-xs" onClick={() => setOpened(refusal)}>
        {words.gateway.message.payload}
      </Button>
      {opened !== null && (
        <Dialog title={WORDS.message} size="lg" onClose={() => setOpened(null)}>
          <Whole refusal={opened} />
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
          { label: WORDS.columns.time, value: <Moment ts={ts} style="exact" /> },
          { label: WORDS.columns.gateway, value: <span className="foreign">{gateway.name}</span> },
          { label: WORDS.topic, value: <span className="foreign">{topic}</span> },
          { label: WORDS.reason, value: refusalLabel(reason) },
        ]}
      />
      <div>
        <Entries refusal={refusal} shown={entries.length} />
      </div>
      {payload === null ? (
        <Text c="dimmed">{WORDS.notKept}</Text>
      ) : (
        <div>
          <Group justify="space-between" wrap="nowrap" mb={4}>
            <Text size="xs" c="dimmed">
              {WORDS.bytes(bytes ?? 0, cut)}
            </Text>
            <CopyIcon text={payload} label={words.gateway.message.payloadCopied} />
          </Group>
          <Code
            block
            className={`foreign ${classes["payload"] ?? ""}`}
            tabIndex={0}
            aria-label={words.gateway.message.payload}
            role="region"
          >
            {payload === "" ? words.gateway.message.empty : cut ? payload : layOutJson(payload)}
          </Code>
        </div>
      )}
    </Stack>
  );
}

/** Without a gateway, those of all gateways of the tenant. */
export async function readRefusals(
  gatewayId: string | undefined,
  query: ListQuery<"ts"> & { readonly reason?: string; readonly device?: string },
  signal: AbortSignal,
): Promise<Page<ListedRefusal>> {
  const page = await ask(
    gatewayId === undefined
      ? api.GET("/api/refusals", { params: { query }, signal })
      : api.GET("/api/gateways/{deviceId}/refusals", { params: { path: { deviceId: gatewayId }, query }, signal }),
  );
  return { ...page, data: groupedRefusals(page.data) };
}
