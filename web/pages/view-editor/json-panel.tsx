// The whole view as JSON, for parts that no form shows. Typed text is applied as soon as its values have the kinds of a
// view.
import { Button, Group, JsonInput, Stack, Text } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { parseJson } from "../../api/json.ts";
import { CopyIcon } from "../../components/copy-text.tsx";
import { jsonProblem } from "../../components/json-text.ts";
import { useEditing } from "./editing.ts";
import { isDraft, misfitOf } from "./view-shape.ts";
import { words } from "../../words/words.ts";

const texts = words.viewEditor.json;

interface JsonPanelProps {
  /** Typed text that is not yet a valid view; null while the text is that of the view. */
  readonly typed: string | null;
  readonly onTyped: (text: string | null) => void;
}

export function JsonPanel({ typed, onTyped }: JsonPanelProps): ReactNode {
  const { view, change } = useEditing();
  const [kept, setKept] = useState("");
  // Typed blanks and line ends are kept as long as the text equals the view.
  const isKept = JSON.stringify(parseJson(kept)) === JSON.stringify(view);
  const text = typed ?? (isKept ? kept : JSON.stringify(view, null, 2));
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text c="dimmed">{texts.about}</Text>
        <CopyIcon text={text} label={texts.copied} />
      </Group>
      <JsonInput
        aria-label={texts.label}
        autosize
        minRows={16}
        maxRows={40}
        spellCheck={false}
        styles={{ input: { fontSize: "var(--mantine-font-size-xs)" } }}
        value={text}
        error={typed === null ? undefined : (jsonProblem(typed) ?? misfitOf(parseJson(typed)))}
        onChange={(next) => {
          const json = parseJson(next);
          setKept(next);
          if (isDraft(json)) change(() => json);
          onTyped(isDraft(json) ? null : next);
        }}
      />
      {typed !== null && (
        <Button w="fit-content" size="compact-sm" variant="default" onClick={() => onTyped(null)}>
          {texts.discard}
        </Button>
      )}
    </Stack>
  );
}
