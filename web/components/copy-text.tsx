// Text that is there to be copied: an id, a command, a token.
import { ActionIcon, Code, CopyButton, Group, Tooltip } from "@mantine/core";
import { Check, Copy } from "lucide-react";
import type { ReactNode } from "react";

interface CopyTextProps {
  readonly text: string;
  /** What it is, for those who hear the page. */
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

export function CopyIcon({ text, label }: Pick<CopyTextProps, "text" | "label">): ReactNode {
  return (
    <CopyButton value={text} timeout={1500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? "Copied" : `Copy ${label}`}>
          <ActionIcon variant="subtle" color={copied ? "teal" : "gray"} onClick={copy} aria-label={`Copy ${label}`}>
            {copied ? <Check size={16} /> : <Copy size={16} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}
