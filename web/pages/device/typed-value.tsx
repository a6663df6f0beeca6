// A value as its kind is best read: numbers in figures of one width, truth as a mark, JSON as code, text as text.
import { Badge, Code, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Foreign } from "../../components/foreign.tsx";
import classes from "./device.module.css";
import type { ValueKind } from "./value-kind.ts";

interface TypedValueProps {
  /** What the value is of, for the heading of a long one. */
  readonly label: string;
  readonly text: string;
  readonly kind: ValueKind;
}

const CHARS_MAX = 90;

export function TypedValue({ label, text, kind }: TypedValueProps): ReactNode {
  switch (kind) {
    case "number":
      return (
        <Text span size="sm" fw={500} className={classes["value"]}>
          {text}
        </Text>
      );
    case "boolean":
      return (
        <Badge variant={text === "true" ? "light" : "default"} tt="none" radius="sm">
          {text}
        </Badge>
      );
    case "json":
      return <Foreign text={text} label={label} charsMax={CHARS_MAX} isCode />;
    case "text":
      // An empty text would look as if there were none.
      return text.trim() === "" ? (
        <Code>{JSON.stringify(text)}</Code>
      ) : (
        <Foreign text={text} label={label} charsMax={CHARS_MAX} />
      );
  }
}
