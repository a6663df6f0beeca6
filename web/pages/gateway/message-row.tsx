// One message: time, topic and outcome, with all details on request. Everything in it came from outside and is shown as
// text.
import { Code, Collapse, Group, Text, Tooltip, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { ArrowDownToLine, ArrowUpFromLine, ChevronRight } from "lucide-react";
import { memo, type ReactNode } from "react";
import type { TrafficMessage, Verdict } from "../../api/live-traffic.ts";
import { withCapitalUnlessPath } from "../../api/problem.ts";
import { CopyIcon } from "../../components/copy-text.tsx";
import { layOutJson } from "../../components/json-text.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { exactTime, HOUR, timeFormat } from "../../words/format.ts";
import { words } from "../../words/words.ts";
import classes from "./messages.module.css";

type Tone = "good" | "warning" | "bad" | "neutral";

const WORDS = words.gateway.message;
const TONES: Readonly<Record<Verdict, Tone>> = {
  stored: "good",
  partly: "warning",
  refused: "bad",
  sent: "good",
  waiting: "neutral",
};

const TIME = timeFormat({
  hour: HOUR,
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
});
/** Characters of the payload shown in one line. */
const LINE_CHARS = 200;

export const MessageRow = memo(function MessageRow({ message }: { readonly message: TrafficMessage }): ReactNode {
  const [isOpen, whole] = useDisclosure(false);
  const { ts, direction, topic, verdict, reason, payload } = message;
  const isUnsent = direction === "down" && verdict === "refused";
  const Arrow = direction === "up" ? ArrowUpFromLine : ArrowDownToLine;
  return (
    <li className={classes["row"]}>
      <UnstyledButton className={classes["head"] ?? ""} aria-expanded={isOpen} onClick={whole.toggle}>
        <ChevronRight className={classes["chevron"] ?? ""} data-open={isOpen} />
        <span className={classes["lines"]}>
          <span className={classes["line"]}>
            <Tooltip label={`${exactTime(ts)} · ${new Date(ts).toISOString()}`}>
              <Text span size="xs" c="dimmed" className={classes["time"] ?? ""}>
                {TIME.format(new Date(ts))}
              </Text>
            </Tooltip>
            <Arrow
              size={14}
              role="img"
              aria-label={direction === "up" ? WORDS.fromGateway : WORDS.toGateway}
              style={{ flexShrink: 0 }}
            />
            <Text span fw={500} truncate className="foreign">
              {topic}
            </Text>
          </span>
          {reason !== null && (
            <Text span className="foreign" {...(isOpen ? {} : { lineClamp: 2 })}>
              {withCapitalUnlessPath(reason)}
            </Text>
          )}
          <Text span size="xs" c="dimmed" ff="monospace" truncate className="foreign">
            {payload === "" ? WORDS.empty : payload.slice(0, LINE_CHARS)}
          </Text>
        </span>
        <StatusBadge label={isUnsent ? WORDS.notSent : WORDS.verdicts[verdict]} tone={TONES[verdict]} />
      </UnstyledButton>
      <Collapse expanded={isOpen}>{isOpen && <Whole message={message} />}</Collapse>
    </li>
  );
});

function Whole({ message }: { readonly message: TrafficMessage }): ReactNode {
  const { payload, cut, bytes, qos, devices, points, ackMillis } = message;
  const text = cut ? payload : layOutJson(payload);
  const facts = [
    WORDS.bytes(bytes),
    WORDS.qos(qos),
    WORDS.devices(devices),
    WORDS.values(points),
    ...(ackMillis === null ? [] : [WORDS.acknowledgedAfter(ackMillis)]),
  ];
  return (
    <div className={classes["whole"]}>
      <Group justify="space-between" wrap="nowrap" mb={4}>
        <Text size="xs" c="dimmed">
          {facts.join(" · ")}
        </Text>
        <CopyIcon text={payload} label={WORDS.payloadCopied} />
      </Group>
      <Code
        block
        className={`foreign ${classes["payload"] ?? ""}`}
        tabIndex={0}
        aria-label={WORDS.payload}
        role="region"
      >
        {text}
      </Code>
      {cut && (
        <Text size="xs" c="dimmed" mt={4}>
          {WORDS.cut}
        </Text>
      )}
    </div>
  );
}
