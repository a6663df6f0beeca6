// Colours by value of the keys of a chart, drawn as lines: as in panels, and kept in the address.
import { Button, Group, Stack, Text } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { colorRules } from "../../../components/chart/cell-style.ts";
import { Dialog } from "../../../components/dialog.tsx";
import { words } from "../../../words/words.ts";
import type { KeyStyleDraft } from "../../dashboard/panel-options.ts";
import { ColorsAt } from "../../view-editor/cell-style-at.tsx";
import { unboundPlace } from "../../view-editor/place.ts";
import type { KeyThresholds } from "./chart-address.ts";

interface ThresholdsDialogProps {
  readonly keys: readonly string[];
  readonly thresholds: readonly KeyThresholds[];
  readonly onThresholds: (thresholds: readonly KeyThresholds[]) => void;
  readonly onClose: () => void;
}

type Rules = NonNullable<KeyStyleDraft["thresholds"]>;

const WORDS = words.dashboardEditor.options;

export function ThresholdsDialog({ keys, thresholds, onThresholds, onClose }: ThresholdsDialogProps): ReactNode {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Rules>>(
    () => new Map(thresholds.map(({ key, colors }) => [key, colors.map(draftOf)])),
  );
  return (
    <Dialog centered title={WORDS.thresholds} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // Those of keys that are not shown stay, as such a key may be shown again.
          onThresholds([...drafts].map(([key, rules]) => ({ key, colors: colorRules(rules) })));
          onClose();
        }}
      >
        <Stack>
          <Text c="dimmed">{WORDS.thresholdsSay.chart}</Text>
          {keys.map((key) => (
            <ColorsAt
              key={key}
              colors={unboundPlace<Rules>(drafts.get(key), (rules) => setDrafts(new Map(drafts).set(key, rules ?? [])))}
              label={WORDS.thresholdsOf(key)}
            />
          ))}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {words.components.common.cancel}
            </Button>
            <Button type="submit">{words.device.charts.range.show}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** As panels save it. */
export function draftOf({ from, to, color }: KeyThresholds["colors"][number]): Rules[number] {
  return { ...(from === null ? {} : { from }), ...(to === null ? {} : { to }), color };
}
