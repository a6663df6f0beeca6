// Text from outside: a name, a value, a reply. It is shown as it is, never as markup, has no effect on the direction of
// text around it, and is shortened if long, with the whole text on request.
import { Button, Code, Group, ScrollArea, Text, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";
import { CopyIcon } from "./copy-text.tsx";
import { Dialog } from "./dialog.tsx";
import { words } from "../words/words.ts";

interface ForeignProps {
  readonly text: string;
  /** Heading of the whole text. */
  readonly label: string;
  readonly charsMax?: number;
  readonly isCode?: boolean;
}

const CHARS_MAX = 120;

export function Foreign({ text, label, charsMax = CHARS_MAX, isCode = false }: ForeignProps): ReactNode {
  const [isOpen, whole] = useDisclosure(false);
  if (text.length <= charsMax) return <Piece text={text} isCode={isCode} />;
  return (
    <Group gap={6} wrap="nowrap" align="baseline">
      <Piece text={`${cut(text, charsMax)}…`} isCode={isCode} />
      <Tooltip label={words.components.foreign.characters(text.length)}>
        <Button size="compact-xs" variant="subtle" onClick={whole.open} style={{ flexShrink: 0 }}>
          {words.components.foreign.showAll}
        </Button>
      </Tooltip>
      {isOpen && (
        <Dialog onClose={whole.close} title={label} size="lg">
          <CopyIcon text={text} label={label} />
          <ScrollArea.Autosize mah="60vh">
            <Code block className="foreign" style={{ whiteSpace: "pre-wrap" }}>
              {text}
            </Code>
          </ScrollArea.Autosize>
        </Dialog>
      )}
    </Group>
  );
}

function Piece({ text, isCode }: Pick<Required<ForeignProps>, "text" | "isCode">): ReactNode {
  return isCode ? (
    <Code className="foreign">{text}</Code>
  ) : (
    <Text span inherit className="foreign">
      {text}
    </Text>
  );
}

/** Does not cut a character in half. */
function cut(text: string, chars: number): string {
  return text.slice(0, chars).replace(/[\uD800-\uDBFF]$/, "");
}
