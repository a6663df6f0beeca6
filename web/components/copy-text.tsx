// Text to be copied: an id, a command, a token.
import { ActionIcon, Code, Group, Tooltip, VisuallyHidden } from "@mantine/core";
import { Check, Copy } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { copyText } from "./copy.ts";
import { words } from "../words/words.ts";

interface CopyTextProps {
  readonly text: string;
  /** What it is, for screen readers: "access token". */
  readonly label: string;
  /** Several lines, such as commands. */
  readonly block?: boolean;
}

export function CopyText({ text, label, block = false }: CopyTextProps): ReactNode {
  return (
    <Group gap={6} wrap="nowrap" align={block ? "flex-start" : "center"}>
      <Code
        block={block}
        style={{ flex: block ? 1 : undefined, minWidth: 0, whiteSpace: block ? "pre-wrap" : undefined }}
      >
        {text}
      </Code>
      <CopyIcon text={text} label={label} />
    </Group>
  );
}

type Outcome = "copied" | "failed" | null;

const WORDS = words.components.copying;
const COPIED_MILLIS = 1_500;
/** Long enough to be read. */
const FAILED_MILLIS = 8_000;

export function CopyIcon({ text, label }: Pick<CopyTextProps, "text" | "label">): ReactNode {
  const [outcome, setOutcome] = useState<Outcome>(null);
  useEffect(() => {
    if (outcome === null) return undefined;
    const forget = (): void => setOutcome(null);
    const timer = setTimeout(forget, outcome === "copied" ? COPIED_MILLIS : FAILED_MILLIS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async (): Promise<void> => setOutcome((await copyText(text)) ? "copied" : "failed");
  const name = WORDS.copy(label);
  return (
    <>
      <Tooltip
        label={outcome === null ? name : WORDS[outcome]}
        multiline={outcome === "failed"}
        {...(outcome === null ? {} : { opened: true })}
      >
        <ActionIcon color={outcome === "copied" ? "teal" : "gray"} onClick={() => void copy()} aria-label={name}>
          {outcome === "copied" ? <Check /> : <Copy />}
        </ActionIcon>
      </Tooltip>
      <VisuallyHidden role="status">{outcome === null ? "" : WORDS[outcome]}</VisuallyHidden>
    </>
  );
}
