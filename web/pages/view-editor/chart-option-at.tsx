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
import { words } from "../../words/words.ts";

const texts = words.viewEditor.chart;

const SCALES = choices(texts.scales);
const STACKINGS = choices(texts.stackings);
const COLOR_SCALES = choices(texts.colorScales);
const LEGENDS = choices(texts.legends);
const ROWS = choices(texts.rows);
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
        <TextAt at={at} label={texts.axisName} placeholder={texts.axisNamePlaceholder} maxLength={AXIS_NAME_MAX} />
      ) : null;
    }
    case "scale":
      return <ChoiceAt at={options.at("scale")} label={texts.scale} choices={SCALES} otherwise="linear" />;
    case "stacking":
      return (
        <ChoiceAt
          at={options.at("stacking")}
          label={texts.stacking}
          choices={STACKINGS}
          otherwise={type === "stackedBar" ? "stacked" : "none"}
        />
      );
    case "legend":
      return <ChoiceAt at={options.at("legend")} label={texts.legend} choices={LEGENDS} otherwise="below" />;
    case "colorScale":
      return (
        <>
          <ChoiceAt at={options.at("colorScale")} label={texts.colorScale} choices={COLOR_SCALES} otherwise="none" />
          {(options.value?.colorScale ?? "none") !== "none" && <EndsAt options={options} />}
        </>
      );
    case "row":
      return (
        <ChoiceAt
          at={options.at("row")}
          label={texts.row}
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
  const end = { placeholder: texts.endPlaceholder, allowDecimal: true, flex: 1, miw: 0 };
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <NumberAt at={min} label={texts.min} {...end} />
      <NumberAt at={max} label={texts.max} {...end} error={isEmpty ? texts.endsCrossed : undefined} />
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
      label={texts.thresholdsOf(labelOf(field))}
      description={texts.thresholdsSay}
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
  const label = isOfStates ? texts.stateColors : texts.namedColors;
  return (
    <Stack gap={6} role="group" aria-label={label}>
      <Text fw={500}>{label}</Text>
      {entries.map((entry, place) => (
        <Group key={place} gap="xs" wrap="nowrap">
          <TextInput
            aria-label={texts.name(place + 1)}
            placeholder={isOfStates ? texts.statePlaceholder : texts.namePlaceholder}
            flex={2}
            miw={0}
            value={typeof entry.name === "string" ? entry.name : ""}
            onChange={(event) => colors.at(place).at("name").set(event.currentTarget.value)}
          />
          <Select
            aria-label={texts.colorOfName(place + 1)}
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
            label={texts.removeName(place + 1)}
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
        {words.viewEditor.cells.addColor}
      </Button>
    </Stack>
  );
}
