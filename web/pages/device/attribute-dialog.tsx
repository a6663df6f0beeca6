// Adds or changes one attribute: its key, the kind of its value, and the value in the form of that kind.
import { SegmentedControl, Stack, Text } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useAction } from "../../app/use-action.ts";
import { ChoiceSelect } from "../../components/choice-select.tsx";
import { choices } from "../../components/choices.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextAreaField, TextField } from "../../components/form-fields.tsx";
import { jsonProblem, layOutJson } from "../../components/json-text.ts";
import { words } from "../../words/words.ts";
import type { ShownAttribute } from "./attribute-table.tsx";
import { saveAttribute, type Scope } from "./attributes.ts";
import type { ValueKind } from "./value-kind.ts";

interface AttributeDialogProps {
  readonly deviceId: string;
  readonly scope: Scope;
  /** Null for a new one. */
  readonly attribute: ShownAttribute | null;
  readonly knownKeys: readonly string[];
  readonly onClose: () => void;
}

const KINDS = choices<ValueKind>(words.device.kinds);
const WORDS = words.device.attributes;

export function AttributeDialog({ deviceId, scope, attribute, knownKeys, onClose }: AttributeDialogProps): ReactNode {
  const [key, setKey] = useState(attribute?.key ?? "");
  const [kind, setKind] = useState<ValueKind>(attribute?.kind ?? "text");
  const [text, setText] = useState(() => (attribute === null ? "" : startText(attribute)));
  const [isChecked, setChecked] = useState(false);
  const problem = problemOfValue(kind, text);
  const isTaken = attribute === null && knownKeys.includes(key);
  const save = useAction({
    call: () => saveAttribute(deviceId, scope, key, jsonOf(kind, text)),
    done: WORDS.saved(key),
    stale: ["attributes"],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={attribute === null ? WORDS.add : WORDS.editTitle}
      action={attribute === null ? WORDS.add : WORDS.save}
      work={save}
      onClose={onClose}
      onSubmit={() => {
        setChecked(true);
        if (problem === null) save.run();
      }}
    >
      <TextField
        field={["key", "attribute"]}
        label={WORDS.key}
        required
        disabled={attribute !== null}
        data-autofocus={attribute === null || undefined}
        description={isTaken ? WORDS.taken : undefined}
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      <ChoiceSelect
        label={WORDS.type}
        choices={KINDS}
        value={kind}
        onValue={(next) => {
          setKind(next);
          if (next === "boolean" && text !== "true") setText("false");
          setChecked(false);
        }}
      />
      <ValueField
        kind={kind}
        text={text}
        problem={isChecked ? problem : null}
        isFirst={attribute !== null}
        onText={setText}
      />
    </FormDialog>
  );
}

interface ValueFieldProps {
  readonly kind: ValueKind;
  readonly text: string;
  readonly problem: string | null;
  readonly isFirst: boolean;
  readonly onText: (text: string) => void;
}

function ValueField({ kind, text, problem, isFirst, onText }: ValueFieldProps): ReactNode {
  if (kind === "boolean")
    return (
      <Stack gap={4}>
        <Text fw={500} id="attribute-value">
          {WORDS.value}
        </Text>
        <SegmentedControl
          aria-labelledby="attribute-value"
          data={["true", "false"]}
          value={text === "true" ? "true" : "false"}
          onChange={onText}
        />
      </Stack>
    );
  const shared = {
    field: "value",
    label: WORDS.value,
    error: problem,
    value: text,
    "data-autofocus": isFirst || undefined,
  };
  if (kind === "number")
    return <TextField {...shared} inputMode="decimal" onChange={(event) => onText(event.currentTarget.value)} />;
  return (
    <TextAreaField
      {...shared}
      autosize
      minRows={kind === "json" ? 5 : 2}
      maxRows={16}
      spellCheck={kind === "text"}
      styles={kind === "json" ? { input: { fontFamily: "var(--mantine-font-family-monospace)" } } : {}}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

function problemOfValue(kind: ValueKind, text: string): string | null {
  switch (kind) {
    case "number":
      return JSON_NUMBER.test(text.trim()) ? null : WORDS.noNumber;
    case "json":
      return jsonProblem(text);
    case "boolean":
    case "text":
      return null;
  }
}

function jsonOf(kind: ValueKind, text: string): string {
  switch (kind) {
    case "number":
    case "json":
      return text.trim();
    case "boolean":
      return text === "true" ? "true" : "false";
    case "text":
      return JSON.stringify(text);
  }
}

function startText({ kind, text }: ShownAttribute): string {
  return kind === "json" ? layOutJson(text) : text;
}
