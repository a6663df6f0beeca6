// The fields for the names, keys and place that the shown program sends.
import { NumberInput, SimpleGrid, Stack, TagsInput, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { EXAMPLE_DEVICES } from "../../../src/lib/changing-values.ts";
import { useTypedNumber } from "../../components/typed-number.ts";
import { words } from "../../words/words.ts";
import type { OwnValues } from "./own-values.ts";

interface OwnValuesFormProps {
  readonly own: OwnValues;
  readonly onOwn: (own: OwnValues) => void;
}

const WORDS = words.start.ownValues;
const EXAMPLE = {
  devices: EXAMPLE_DEVICES.map(({ name }) => name).join(", "),
  keys: (EXAMPLE_DEVICES[0]?.values ?? []).map(({ key }) => key).join(", "),
};
const DEVICES_MAX = 10;
const KEYS_MAX = 10;
const CHARS_MAX = 255;
/** Devices that move around the place stay on the map. */
const ENDS = { latitude: 89, longitude: 179 };

export function OwnValuesForm({ own, onOwn }: OwnValuesFormProps): ReactNode {
  return (
    <Stack gap="xs" role="group" aria-label={WORDS.label}>
      <Names
        label={words.components.common.devices}
        example={EXAMPLE.devices}
        max={DEVICES_MAX}
        names={own.devices}
        onNames={(devices) => onOwn({ ...own, devices })}
      />
      <Names
        label={WORDS.keys}
        example={EXAMPLE.keys}
        max={KEYS_MAX}
        names={own.keys}
        onNames={(keys) => onOwn({ ...own, keys })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Coordinate
          label={WORDS.latitude}
          end={ENDS.latitude}
          value={own.latitude}
          onValue={(latitude) => onOwn({ ...own, latitude })}
        />
        <Coordinate
          label={WORDS.longitude}
          end={ENDS.longitude}
          value={own.longitude}
          onValue={(longitude) => onOwn({ ...own, longitude })}
        />
      </SimpleGrid>
      <Text size="xs" c="dimmed">
        {WORDS.says}
      </Text>
    </Stack>
  );
}

interface CoordinateProps {
  readonly label: string;
  /** In degrees, on both sides. */
  readonly end: number;
  readonly value: number | null;
  readonly onValue: (value: number | null) => void;
}

function Coordinate({ label, end, value, onValue }: CoordinateProps): ReactNode {
  return (
    <NumberInput
      label={label}
      placeholder={WORDS.none}
      min={-end}
      max={end}
      decimalScale={5}
      hideControls
      {...useTypedNumber(value, onValue)}
    />
  );
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
