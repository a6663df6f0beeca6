// The fields for the names, keys and place that the shown program sends.
import { NumberInput, SimpleGrid, Stack, TagsInput, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { words } from "../../words/words.ts";
import type { OwnValues } from "./own-values.ts";

interface OwnValuesFormProps {
  readonly own: OwnValues;
  readonly onOwn: (own: OwnValues) => void;
}

const WORDS = words.start.ownValues;
const DEVICES_MAX = 10;
const KEYS_MAX = 10;
const CHARS_MAX = 255;
/** Devices that move around the place stay on the map. */
const ENDS = { latitude: 89, longitude: 179 };

export function OwnValuesForm({ own, onOwn }: OwnValuesFormProps): ReactNode {
  return (
    <Stack gap="xs" role="group" aria-label={WORDS.label}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Names
          label={words.components.common.devices}
          example={WORDS.devicesExample}
          max={DEVICES_MAX}
          names={own.devices}
          onNames={(devices) => onOwn({ ...own, devices })}
        />
        <Names
          label={WORDS.keys}
          example={WORDS.keysExample}
          max={KEYS_MAX}
          names={own.keys}
          onNames={(keys) => onOwn({ ...own, keys })}
        />
        {(["latitude", "longitude"] as const).map((coordinate) => (
          <NumberInput
            key={coordinate}
            label={WORDS[coordinate]}
            placeholder={WORDS.none}
            min={-ENDS[coordinate]}
            max={ENDS[coordinate]}
            decimalScale={5}
            hideControls
            value={own[coordinate] ?? ""}
            onChange={(next) => onOwn({ ...own, [coordinate]: numberIn(next) })}
          />
        ))}
      </SimpleGrid>
      <Text size="xs" c="dimmed">
        {WORDS.says}
      </Text>
    </Stack>
  );
}

/** Null for what is no number yet. */
function numberIn(typed: string | number): number | null {
  const number = typed === "" ? NaN : Number(typed);
  return Number.isNaN(number) ? null : number;
}

interface NamesProps {
  readonly label: string;
  readonly example: string;
  readonly max: number;
  readonly names: readonly string[];
  readonly onNames: (names: readonly string[]) => void;
}

function Names({ label, example, max, names, onNames }: NamesProps): ReactNode {
  return (
    <TagsInput
      label={label}
      placeholder={names.length === 0 ? example : undefined}
      maxTags={max}
      value={[...names]}
      onChange={(next) => onNames(next.map((name) => name.trim().slice(0, CHARS_MAX)).filter((name) => name !== ""))}
    />
  );
}
