// How the values of single keys are written: their name, unit, decimals and colours.
import { Fieldset, Group, NumberInput, Stack, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { KeyStyleDraft } from "../dashboard/panel-options.ts";
import { ColorsAt } from "../view-editor/cell-style-at.tsx";
import { unboundPlace } from "../view-editor/place.ts";
import { words } from "../../words/words.ts";

interface KeyStylesProps {
  /** Of the panel's source. */
  readonly keys: readonly string[];
  readonly styles: readonly KeyStyleDraft[];
  readonly onStyles: (styles: readonly KeyStyleDraft[], step: string) => void;
}

const WORDS = words.dashboardEditor.options;
const NAME_CHARS_MAX = 64;
const UNIT_CHARS_MAX = 32;
const DECIMALS_MAX = 15;

export function KeyStyles({ keys, styles, onStyles }: KeyStylesProps): ReactNode {
  return keys.map((key) => {
    const style = styles.find((known) => known.key === key) ?? { key };
    const set = (change: Partial<KeyStyleDraft>, step: string): void =>
      // Those of keys that the panel does not show any more go.
      onStyles(
        keys.flatMap((each) =>
          each === key ? [{ ...style, ...change }] : styles.filter((known) => known.key === each),
        ),
        `${step} of ${key}`,
      );
    return (
      <Fieldset key={key} legend={<span className="foreign">{key}</span>}>
        <Stack gap="sm">
          <Group grow align="flex-start">
            <TextInput
              label={words.components.common.name}
              placeholder={key}
              maxLength={NAME_CHARS_MAX}
              value={style.name ?? ""}
              onChange={(event) => set({ name: event.currentTarget.value || undefined }, "name")}
            />
            <TextInput
              label={WORDS.unit}
              placeholder={WORDS.asAbove}
              maxLength={UNIT_CHARS_MAX}
              value={style.unit ?? ""}
              onChange={(event) => set({ unit: event.currentTarget.value || undefined }, "unit")}
            />
            <NumberInput
              label={WORDS.decimals}
              placeholder={WORDS.asAbove}
              min={0}
              max={DECIMALS_MAX}
              allowDecimal={false}
              value={style.decimals ?? ""}
              onChange={(next) => set({ decimals: typeof next === "number" ? next : undefined }, "decimals")}
            />
          </Group>
          <ColorsAt
            colors={unboundPlace(style.thresholds, (thresholds) => set({ thresholds }, "thresholds"))}
            label={WORDS.thresholdsOf(key)}
          />
        </Stack>
      </Fieldset>
    );
  });
}
