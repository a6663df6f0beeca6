// How the view is drawn, which does not change any figure; choosing a picture selects the columns that fit it.
import { Radio, SimpleGrid, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { ViewPicture } from "../views/view-picture.tsx";
import { OptionAt } from "./chart-option-at.tsx";
import { useEditing } from "./editing.ts";
import { FieldAt, FieldsAt } from "./field-choices.tsx";
import { fieldsOf, fieldsOfKinds, idOf, kindOf } from "./fields.ts";
import { isOfSeveral, pictureOf, PICTURES, type PictureWords, type RoleWords } from "./visualization-words.ts";
import type { ViewDraft, VisualizationDraft } from "./view-draft.ts";
import { words } from "../../words/words.ts";

export function ChartPanel(): ReactNode {
  const { view, at } = useEditing();
  const visualization = at("visualization");
  const type = visualization.value?.type ?? "table";
  const picture = pictureOf(type);
  return (
    <Stack gap="sm">
      <Radio.Group
        label={words.viewEditor.chart.shownAs}
        value={type}
        error={visualization.at("type").error}
        onChange={(next) => {
          const chosen = pictureOf(next);
          if (chosen !== undefined) visualization.set(fitted(chosen, view));
        }}
      >
        <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="xs" mt={6}>
          {PICTURES.map(({ type: value, label, says }) => (
            <Radio.Card key={value} value={value} p="xs" aria-label={`${label}: ${says}`}>
              <Stack gap={4} align="center" c={value === type ? "var(--mantine-color-text)" : "dimmed"}>
                <ViewPicture type={value} height={34} />
                <Text size="xs" fw={value === type ? 700 : 500}>
                  {label}
                  {value === type && " ✓"}
                </Text>
              </Stack>
            </Radio.Card>
          ))}
        </SimpleGrid>
      </Radio.Group>
      {picture?.roles.map((role) => (
        <RoleAt key={role.role} role={role} />
      ))}
      {type === "timeline" && fieldsOfKinds(view, ["time"]).length === 0 && (
        <Text role="note">{words.viewEditor.chart.timelineNeedsTime}</Text>
      )}
      {picture?.options.map((option) => (
        <OptionAt key={option} option={option} type={type} options={visualization.at("options")} />
      ))}
    </Stack>
  );
}

function RoleAt({ role: { role, label, kinds, isRequired } }: { readonly role: RoleWords }): ReactNode {
  const { at } = useEditing().at("visualization");
  return isOfSeveral(role) ? (
    <FieldsAt at={at(role)} label={label} kinds={kinds} />
  ) : (
    <FieldAt at={at(role)} label={label} kinds={kinds} isClearable={isRequired !== true} />
  );
}

/** Keeps the previous columns if they fit, otherwise takes the first that do. */
function fitted({ type, roles }: PictureWords, view: ViewDraft): VisualizationDraft {
  const { visualization: before = {} } = view;
  let next: VisualizationDraft = { type, options: before.options };
  const used = new Set<string>();
  for (const { role, kinds, isRequired } of roles) {
    const fitting = (kinds === undefined ? fieldsOf(view) : fieldsOfKinds(view, kinds)).map(idOf);
    const had = [before[role] ?? []].flat().filter((id) => fitting.includes(id));
    const free = fitting.filter((id) => !used.has(id));
    const time = role === "x" ? fieldsOf(view).find((field) => kindOf(field) === "time") : undefined;
    const first = time !== undefined && free.includes(idOf(time)) ? idOf(time) : free[0];
    const isSeries = role === "series" && free.length > 0;
    const preferred = isRequired === true || isSeries ? first : undefined;
    const chosen = had.length > 0 ? had : preferred === undefined ? [] : [preferred];
    for (const id of chosen) used.add(id);
    if (chosen.length > 0) next = { ...next, [role]: isOfSeveral(role) ? chosen : chosen[0] };
  }
  return next;
}
