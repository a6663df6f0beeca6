// Selects a key among those that devices have sent, by typing a part of it.
import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState, type ReactNode } from "react";
import { DESCRIPTION_BELOW } from "../../components/form-fields.tsx";
import { samplesText, typesText } from "./key-words.ts";
import { useKnownKeys, type KnownKey } from "./known-keys.ts";
import { words } from "../../words/words.ts";

const texts = words.viewEditor.inputs;

interface KeySelectProps {
  readonly label: string;
  /** Empty for none. */
  readonly value: string;
  readonly onValue: (key: string) => void;
  readonly fits: (key: KnownKey) => boolean;
  /** Keys of devices of this profile; null for those of all. */
  readonly profileId?: string | null;
  readonly isRequired?: boolean;
}

const PAUSE_MILLIS = 150;

export function KeySelect(props: KeySelectProps): ReactNode {
  const { label, value, onValue, fits, profileId = null, isRequired = false } = props;
  const [typed, setTyped] = useState("");
  const [text] = useDebouncedValue(typed, PAUSE_MILLIS);
  const known = useKnownKeys(text, "telemetry", profileId).data ?? [];
  const keys = [...new Set([...known.filter(fits).map(({ key }) => key), ...(value === "" ? [] : [value])])];
  const chosen = known.find(({ key }) => key === value);
  return (
    <Select
      label={label}
      searchable
      required={isRequired}
      clearable={!isRequired}
      clearButtonProps={{ "aria-label": texts.clear(label) }}
      placeholder={isRequired ? undefined : words.components.common.none}
      data={keys}
      value={value === "" ? null : value}
      onChange={(key) => onValue(key ?? "")}
      onSearchChange={(next) => setTyped(keys.includes(next) ? "" : next)}
      description={chosen === undefined ? undefined : `${typesText(chosen)} · ${samplesText(chosen)}`}
      inputWrapperOrder={DESCRIPTION_BELOW}
      nothingFoundMessage={texts.noKeyMatch}
    />
  );
}
