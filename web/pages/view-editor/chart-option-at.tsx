// The settings of a chart, each as an input of its own.
import { Button, Group, Select, Stack, Text, TextInput } from "@mantine/core";
import { Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { COLORS_MAX } from "../../components/chart/chart-options.ts";
import { choices } from "../../components/choices.ts";
import { ChoiceAt, NumberAt, TextAt } from "./bound-fields.tsx";
import { COLORS, ColorsAt } from "./cell-style-at.tsx";
import { useEditing } from "./editing.ts";
import { Act } from "./entry-list.tsx";
import { fieldsOf, idOf, labelOf } from "./fields.ts";
import { hasNumber, hasText, type Place } from "./place.ts";
import type { ChartOptionsDraft } from "./view-draft.ts";
import type { OptionName, PictureType } from "./visualization-words.ts";

const SCALES = choices({ linear: "Even steps", logarithmic: "Powers of ten" });
const STACKINGS = choices({ none: "Behind each other", stacked: "On top of each other", share: "Parts of 100 %" });
const LEGENDS = choices({ below: "Below the chart", none: "None" });
const ROWS = choices({ first: "The first", last: "The last", all: "All of them" });
const AXIS_NAME_MAX = 48;

interface OptionAtProps {
  readonly option: OptionName;
  readonly type: PictureType;
  /** Of the view, or of a panel. */
  readonly options: Place<ChartOptionsDraft>;
}

export function OptionAt({ option, type, options }: OptionAtProps): ReactNode {
  switch (option) {
    case "ends":
      return <EndsAt options={options} />;
    case "axisName": {
      const at = options.at("axisName");
      return hasText(at) ? (
        <TextAt at={at} label="Name of the axis" placeholder="The unit of the figures" maxLength={AXIS_NAME_MAX} />
      ) : null;
    }
    case "scale":
      return <ChoiceAt at={options.at("scale")} label="Scale" choices={SCALES} otherwise="linear" />;
    case "stacking":
      return (
        <ChoiceAt
          at={options.at("stacking")}
          label="Several series"
          choices={STACKINGS}
          otherwise={type === "stackedBar" ? "stacked" : "none"}
        />
      );
    case "legend":
      return <ChoiceAt at={options.at("legend")} label="Legend" choices={LEGENDS} otherwise="below" />;
    case "row":
      return (
        <ChoiceAt
          at={options.at("row")}
          label="Of several rows"
          choices={ROWS}
          otherwise={type === "gauge" ? "all" : "first"}
        />
      );
    case "thresholds":
      return <ThresholdsAt />;
    case "colors":
      return <NamedColorsAt colors={options.at("colors")} isOfStates={type === "timeline"} />;
  }
}

function EndsAt({ options }: { readonly options: Place<ChartOptionsDraft> }): ReactNode {
  const [min, max] = [options.at("min"), options.at("max")];
  if (!hasNumber(min) || !hasNumber(max)) return null;
  const isEmpty = min.value !== undefined && max.value !== undefined && min.value >= max.value;
  const end = { placeholder: "By the values", allowDecimal: true, flex: 1, miw: 0 };
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <NumberAt at={min} label="Scale from" {...end} />
      <NumberAt at={max} label="Scale to" {...end} error={isEmpty ? "Must be above the start." : undefined} />
    </Group>
  );
}

/** The colours by value of the column that the chart shows, which its table has too. */
function ThresholdsAt(): ReactNode {
  const { view, at } = useEditing();
  const { y, value, values } = view.visualization ?? {};
  const id = [y ?? values ?? value ?? []].flat()[0];
  const fields = fieldsOf(view);
  const place = fields.findIndex((field) => idOf(field) === id);
  const field = fields[place];
  if (field === undefined) return null;
  return (
    <ColorsAt
      colors={at("fields").at(place).at("colors")}
      label={`Thresholds of ${labelOf(field)}`}
      description="Colours by value. The table of the view shows them, too."
    />
  );
}

type NamedColors = NonNullable<ChartOptionsDraft["colors"]>;

interface NamedColorsAtProps {
  readonly colors: Place<NamedColors>;
  readonly isOfStates: boolean;
}

function NamedColorsAt({ colors, isOfStates }: NamedColorsAtProps): ReactNode {
  // The view may hold anything here.
  const entries: NamedColors = Array.isArray(colors.value) ? colors.value : [];
  const label = isOfStates ? "Colours of states" : "Colours by name";
  return (
    <Stack gap={6} role="group" aria-label={label}>
      <Text fw={500}>{label}</Text>
      {entries.map((entry, place) => (
        <Group key={place} gap="xs" wrap="nowrap">
          <TextInput
            aria-label={`Name ${place + 1}`}
            placeholder={isOfStates ? "running" : "As in the legend"}
            flex={2}
            miw={0}
            value={typeof entry.name === "string" ? entry.name : ""}
            onChange={(event) => colors.at(place).at("name").set(event.currentTarget.value)}
          />
          <Select
            aria-label={`Colour of name ${place + 1}`}
            flex={1}
            miw={0}
            data={COLORS}
            value={COLORS.find(({ value }) => value === entry.color)?.value ?? null}
            onChange={(color) =>
              colors
                .at(place)
                .at("color")
                .set(color ?? undefined)
            }
          />
          <Act
            icon={X}
            label={`Remove name ${place + 1}`}
            onAct={() => colors.set(entries.length === 1 ? undefined : entries.toSpliced(place, 1))}
          />
        </Group>
      ))}
      <Button
        size="compact-sm"
        variant="default"
        w="fit-content"
        disabled={entries.length >= COLORS_MAX}
        leftSection={<Plus size={14} />}
        onClick={() => colors.set([...entries, { color: "red" }])}
      >
        Add a colour
      </Button>
    </Stack>
  );
}
