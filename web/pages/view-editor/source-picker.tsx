// Selects a source of values: device telemetry with samples, attributes and fields, steps and parts of time, formulas.
import { Badge, Button, Group, Loader, NavLink, Stack, Text, type ButtonProps } from "@mantine/core";
import { CalendarDays, Cpu, Gauge, Hash, Plus, Sigma, Tag, type LucideIcon } from "lucide-react";
import { useState, type ReactNode } from "react";
import { labelOfChoice } from "../../components/choices.ts";
import { Dialog } from "../../components/dialog.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { SearchBox } from "../../components/search-box.tsx";
import type { PickedSource } from "./fields.ts";
import { isNumeric, samplesText, typesText } from "./key-words.ts";
import { useKnownKeys, type KnownKey } from "./known-keys.ts";
import { BUCKETS, ENTITY_FIELDS, PARTS, SCOPES } from "./source-words.ts";
import { words } from "../../words/words.ts";

const { keys: keyTexts, sources: texts } = words.viewEditor;

interface SourcePickerProps {
  readonly title: string;
  /** `data`: device data; `filter`: also parts of time; `column`: everything. */
  readonly offer: "data" | "filter" | "column";
  readonly onPicked: (picked: PickedSource) => void;
  readonly onClose: () => void;
}

/** A button that opens the picker; its text is the title unless another is given. */
export function SourceButton(props: Omit<SourcePickerProps, "onClose"> & ButtonProps): ReactNode {
  const { title, offer, onPicked, children = title, ...button } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button w="fit-content" leftSection={<Plus />} {...button} onClick={() => setOpen(true)}>
        {children}
      </Button>
      {isOpen && <SourcePicker title={title} offer={offer} onPicked={onPicked} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Closes when a source is picked. */
export function SourcePicker({ title, offer, onPicked, onClose }: SourcePickerProps): ReactNode {
  const pick = (picked: PickedSource): void => {
    onClose();
    onPicked(picked);
  };
  const [text, setText] = useState("");
  const keys = useKnownKeys(text, null);
  const fits = (label: string): boolean => label.toLowerCase().includes(text.toLowerCase());
  const telemetry = (keys.data ?? []).filter(({ kind }) => kind === "telemetry");
  const attributes = (keys.data ?? []).filter(({ kind }) => kind === "attribute");
  const others = othersOf(offer).filter(({ label, group }) => fits(label) || fits(group));
  return (
    <Dialog title={title} size="lg" onClose={onClose}>
      <Stack gap="sm">
        <SearchBox label={texts.search} text={text} onText={setText} pauseMillis={150} />
        {keys.error !== null && <ProblemAlert error={keys.error} onRetry={() => void keys.refetch()} />}
        {keys.isPending && <Loader size="sm" aria-label={keyTexts.loading} />}
        <Section title={texts.telemetry} items={telemetry.map(telemetryItem)} onPicked={pick} />
        {keys.isSuccess && telemetry.length === 0 && (
          <Text c="dimmed">{text === "" ? keyTexts.noneSent : keyTexts.noMatch}</Text>
        )}
        <Section title={texts.attributes} items={attributes.map(attributeItem)} onPicked={pick} />
        {[...new Set(others.map(({ group }) => group))].map((group) => (
          <Section key={group} title={group} items={others.filter((item) => item.group === group)} onPicked={pick} />
        ))}
      </Stack>
    </Dialog>
  );
}

interface Item extends PickedSource {
  readonly key: string;
  readonly icon: LucideIcon;
  readonly says?: string;
  readonly samples?: string;
  readonly badge?: string;
}

interface SectionProps {
  readonly title: string;
  readonly items: readonly Item[];
  readonly onPicked: (picked: PickedSource) => void;
}

function Section({ title, items, onPicked }: SectionProps): ReactNode {
  if (items.length === 0) return null;
  return (
    <Stack gap={0} role="group" aria-label={title}>
      <Text size="xs" fw={600} c="dimmed" pb={4}>
        {title}
      </Text>
      {items.map((item) => (
        <NavLink
          key={item.key}
          component="button"
          type="button"
          leftSection={<item.icon size={18} strokeWidth={1.75} />}
          label={
            <Group gap={6}>
              <Text span inherit fw={500} className="foreign">
                {item.label}
              </Text>
              {item.badge !== undefined && (
                <Badge variant="default" size="sm">
                  {item.badge}
                </Badge>
              )}
            </Group>
          }
          description={
            <>
              {item.says}
              {item.samples !== undefined && (
                <>
                  {" · "}
                  <span className="foreign">{item.samples}</span>
                </>
              )}
            </>
          }
          style={{ borderRadius: "var(--mantine-radius-md)" }}
          onClick={() => onPicked({ source: item.source, label: item.label, isNumeric: item.isNumeric })}
        />
      ))}
    </Stack>
  );
}

function telemetryItem(known: KnownKey): Item {
  const { key } = known;
  return { ...keyItem(known), key: `telemetry ${key}`, icon: Gauge, source: { type: "telemetry", key } };
}

function attributeItem(known: KnownKey): Item {
  const { key } = known;
  const scope = SCOPES.find(({ value }) => value === known.scope)?.value ?? "any";
  return {
    ...keyItem(known),
    key: `attribute ${scope} ${key}`,
    icon: Tag,
    badge: labelOfChoice(SCOPES, scope),
    source: { type: "attribute", scope, key },
  };
}

function keyItem(known: KnownKey) {
  return { label: known.key, says: typesText(known), samples: samplesText(known), isNumeric: isNumeric(known) };
}

interface GroupedItem extends Item {
  readonly group: string;
}

function othersOf(offer: SourcePickerProps["offer"]): readonly GroupedItem[] {
  const ofDevice = ENTITY_FIELDS.map(({ value, label }): GroupedItem => ({
    group: texts.device,
    key: `entity ${value}`,
    icon: Cpu,
    label: value === "name" ? texts.deviceName : label,
    ...(value === "name" ? { says: texts.deviceNameSays } : {}),
    isNumeric: false,
    source: { type: "entity", field: value },
  }));
  const parts = PARTS.map(({ value, label, says }): GroupedItem => ({
    group: texts.calendar,
    key: `part ${value}`,
    icon: CalendarDays,
    label,
    ...(says === undefined ? {} : { says }),
    isNumeric: true,
    source: { type: "timePart", part: value },
  }));
  if (offer === "data") return ofDevice;
  if (offer === "filter") return [...ofDevice, ...parts];
  const buckets = BUCKETS.map(({ value, label, says }): GroupedItem => ({
    group: texts.intervals,
    key: `bucket ${value}`,
    icon: CalendarDays,
    label: value === "auto" ? texts.time : label,
    says: value === "auto" ? (says ?? "") : texts.eachBucket(value),
    isNumeric: false,
    source: { type: "timeBucket", bucket: value },
  }));
  return [...ofDevice, ...buckets, ...parts, ...COMPUTED];
}

const COMPUTED: readonly GroupedItem[] = [
  {
    group: texts.computed,
    key: "group formula",
    icon: Sigma,
    label: texts.columnFormula,
    says: texts.columnFormulaSays,
    isNumeric: true,
    source: { type: "expression", stage: "group", expr: "" },
  },
  {
    group: texts.computed,
    key: "row formula",
    icon: Sigma,
    label: texts.valueFormula,
    says: texts.valueFormulaSays,
    isNumeric: true,
    source: { type: "expression", stage: "row", expr: "", inputs: {} },
  },
  {
    group: texts.computed,
    key: "constant",
    icon: Hash,
    label: texts.constant,
    says: texts.constantSays,
    isNumeric: false,
    source: { type: "constant", value: "" },
  },
  {
    group: texts.computed,
    key: "timestamp",
    icon: CalendarDays,
    label: texts.exactTime,
    says: texts.exactTimeSays,
    isNumeric: false,
    source: { type: "timestamp" },
  },
];
