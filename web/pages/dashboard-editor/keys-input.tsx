// The keys of a panel: those that its devices send are offered, and any other can be typed. The beginning of a key is not taken
// for a key.
import { Stack, TagsInput, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from "react";
import type { KeysSource, PanelKind } from "../dashboard/configuration.ts";
import { typeNames, typesText } from "../view-editor/key-words.ts";
import { useKnownKeys, type KnownKey } from "../view-editor/known-keys.ts";
import { words } from "../../words/words.ts";
import { OF_ONE_KEY } from "./dashboard-draft.ts";
import { isBeginning, offersFor } from "./offered-keys.ts";
import { useSentKeys } from "./sent-keys.ts";

interface KeysInputProps {
  readonly kind: PanelKind;
  readonly source: KeysSource;
  readonly onKeys: (keys: readonly string[]) => void;
}

const WORDS = words.dashboardEditor.source;
const KEYS_MAX = 48;
const PAUSE_MILLIS = 150;

export function KeysInput({ kind, source, onKeys }: KeysInputProps): ReactNode {
  const { keys } = source;
  const [typed, setTyped] = useState("");
  /** What was typed and neither chosen nor taken. */
  const [left, setLeft] = useState("");
  const [text] = useDebouncedValue(typed, PAUSE_MILLIS);
  const known = useKnownKeys(text, "telemetry");
  const sent = useSentKeys(source);
  /** Whether what was typed is a beginning is not known yet. */
  const isUnknown =
    sent === undefined || (sent === null && (text !== typed || known.isPending || known.isPlaceholderData));
  const offered = useMemo(() => offeredKeys(known.data ?? [], sent), [known.data, sent]);
  // The first suggestion is selected again whenever this is another one: when others are offered, and not while somebody reads them.
  // oxlint-disable-next-line react/exhaustive-deps -- see above
  const value = useMemo(() => [...keys], [keys, offered]);
  const names = [...offered.keys()];
  const wanted = typed.trim();
  const isOne = OF_ONE_KEY.has(kind);
  const isLeft = left !== "" && left === wanted;
  const take = (): void => {
    if (keys.length >= (isOne ? 1 : KEYS_MAX)) return;
    onKeys([...keys, wanted]);
    setTyped("");
  };
  const nowKnown = useEffectEvent(() => {
    if (isLeft && !isBeginning(wanted, names)) take();
  });
  useEffect(() => {
    if (!isUnknown) nowKnown();
  }, [isUnknown]);
  return (
    <TagsInput
      label={isOne ? WORDS.key : WORDS.keys}
      description={WORDS.keysSay}
      placeholder={keys.length > 0 ? undefined : isOne ? WORDS.chooseKey : WORDS.chooseKeys}
      error={isLeft && !isUnknown ? WORDS.notSent(left) : undefined}
      required
      splitChars={[]}
      maxTags={isOne ? 1 : KEYS_MAX}
      data={[...offersFor(wanted, names)]}
      filter={({ options }) => options}
      // Without anything typed, Enter adds nothing.
      selectFirstOptionOnChange={wanted !== ""}
      renderOption={({ option: { value: key } }) => (
        <Stack gap={0}>
          <Text className="foreign">{key}</Text>
          <Text size="xs" opacity={0.85}>
            {offered.get(key) ?? WORDS.unsentKey}
          </Text>
        </Stack>
      )}
      searchValue={typed}
      onSearchChange={setTyped}
      acceptValueOnBlur={false}
      onBlur={() => {
        if (wanted === "" || keys.includes(wanted)) setTyped("");
        else if (isUnknown || isBeginning(wanted, names)) setLeft(wanted);
        else take();
      }}
      value={value}
      onChange={onKeys}
    />
  );
}

/** With what is known of each. How many devices of all send a key says nothing about those of the panel. */
function offeredKeys(
  known: readonly KnownKey[],
  sent: ReadonlySet<string> | null | undefined,
): ReadonlyMap<string, string> {
  if (sent === undefined) return new Map();
  if (sent === null) return new Map(known.map((key) => [key.key, typesText(key)]));
  const types = new Map(known.map((key) => [key.key, typeNames(key)]));
  return new Map([...sent].map((key) => [key, types.get(key) ?? ""]));
}
