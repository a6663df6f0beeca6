// The columns of lists of devices.
import { Anchor, Badge, Text, Tooltip } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { RadioTower } from "lucide-react";
import type { ReactNode } from "react";
import { useFormatsOfNamed } from "../../app/key-formats.ts";
import { maySee } from "../../app/roles-of-pages.ts";
import { useUser } from "../../app/use-session.ts";
import { drawnNumber } from "../../components/chart/drawn-number.ts";
import { NO_FORMAT, type KeyFormat } from "../../components/chart/key-format.ts";
import { isNamedIn, useUnitSteps } from "../../components/chart/readable-units.ts";
import { shortLabel } from "../../components/chart/report-cell.ts";
import { Plain } from "../../components/columns.tsx";
import type { Column } from "../../components/data-table.tsx";
import { Moment } from "../../components/moment.tsx";
import { NameLink } from "../../components/name-link.tsx";
import { ActiveBadge } from "../../components/status-badge.tsx";
import { exactTime } from "../../words/format.ts";
import { words } from "../../words/words.ts";
import { FIXED_LABELS, isFixed, labelOfWord, valueColumnOf, type FixedWord } from "./column-words.ts";
import type { ListedDevice, RowWithDevice, ShownValue } from "./listed-devices.ts";
import { newestText } from "./newest-text.ts";

type DeviceColumn = Column<ListedDevice, string>;

const WHEN_WIDTH = 160;
const WORDS = words.devices.list;

const FIXED: Readonly<Record<FixedWord, Omit<DeviceColumn, "id" | "label" | "sortBy">>> = {
  name: {
    cell: ({ id, name, label, isGateway }) => (
      <NameLink
        to={`/devices/${id}`}
        name={name}
        detail={label}
        badge={
          isGateway && (
            <Tooltip label={WORDS.gateway}>
              <RadioTower size={15} aria-label={WORDS.gateway} role="img" style={{ flexShrink: 0 }} />
            </Tooltip>
          )
        }
      />
    ),
  },
  active: { width: 124, cell: ({ active }) => <ActiveBadge isActive={active} /> },
  profile: { isMinor: true, cell: ({ profile }) => <Plain text={profile} /> },
  customer: {
    isMinor: true,
    cell: ({ customer }) =>
      customer?.isPublic === true ? (
        <Badge color="yellow">{WORDS.public}</Badge>
      ) : (
        <Plain text={customer?.title ?? null} />
      ),
  },
  connectedThrough: { isMinor: true, cell: ({ gateway }) => <Gateway gateway={gateway} /> },
  lastActivity: {
    width: WHEN_WIDTH,
    cell: ({ lastActivity }) => <When ts={lastActivity} />,
  },
  label: { isMinor: true, cell: ({ label }) => <Plain text={label} /> },
  created: { isMinor: true, width: WHEN_WIDTH, cell: ({ createdTime }) => <When ts={createdTime} /> },
};

function fixedColumn(word: FixedWord): DeviceColumn {
  return { id: word, label: FIXED_LABELS[word], sortBy: word, ...FIXED[word] };
}

/** A customer's user needs no column of customers: all devices that such a user sees have the same one. */
export const TENANT_WORDS: readonly string[] = ["name", "active", "lastActivity", "profile", "customer", "created"];
export const CUSTOMER_WORDS: readonly string[] = TENANT_WORDS.filter((word) => word !== "customer");

/** A phone has room for two columns: the name and the first values, with the state and its time below the name, or the name and the state alone. */
export function columnsOf(columns: readonly string[]): readonly DeviceColumn[] {
  const first = columns.find((word) => !isFixed(word));
  const hasState = columns.includes("active") && first === undefined;
  return columns.map((word) => {
    if (word === "active" && !hasState) return { ...fixedColumn(word), under: { column: "name" } };
    if (word === "lastActivity")
      return {
        ...fixedColumn(word),
        under: { column: hasState ? "active" : "name", isLabelled: true },
      };
    if (isFixed(word)) return fixedColumn(word);
    const column = valueColumnOf(word);
    return {
      id: word,
      label: labelOfWord(word),
      ...(column === null ? {} : { about: WORDS.values[column.kind] }),
      sortBy: word,
      isMinor: word !== first,
      cell: ({ values, profile }) => <NewestValue word={word} value={values.get(word)} profile={profile} />,
    };
  });
}

/** For rows of other calls: the columns that these have of their own, and those of devices, which they cannot be sorted by. */
export function columnsWithOwn<Row extends RowWithDevice<object>, Sort extends string>(
  columns: readonly string[],
  own: Readonly<Record<string, Column<Row, Sort>>>,
): readonly Column<Row, Sort>[] {
  const shown = new Map(columnsOf(wordsNotIn(own, columns)).map((column) => [column.id, column]));
  return columns.flatMap((word) => {
    const column = shown.get(word);
    if (column === undefined) return own[word] ?? [];
    const { sortBy: _unsorted, cell, ...rest } = column;
    return { ...rest, cell: ({ device }) => (device === undefined ? <Plain text={null} /> : cell(device)) };
  });
}

/** The columns for which the devices themselves are read. */
export function wordsNotIn(own: Readonly<Record<string, unknown>>, columns: readonly string[]): readonly string[] {
  return columns.filter((word) => !Object.hasOwn(own, word));
}

function Gateway({ gateway }: Pick<ListedDevice, "gateway">): ReactNode {
  const { role } = useUser();
  if (gateway === null) return <Plain text={null} />;
  const page = maySee(role, "/gateways/$id") ? "gateways" : "devices";
  return (
    <Anchor
      component={Link}
      to={`/${page}/${gateway.id}`}
      className="foreign"
      lineClamp={2}
      onClick={(event) => event.stopPropagation()}
    >
      {gateway.name}
    </Anchor>
  );
}

interface NewestValueProps {
  /** Of its column. */
  readonly word: string;
  readonly value: ShownValue | undefined;
  /** The name of the device's profile. */
  readonly profile: string;
  /** Compared with no others: in the unit that fits it. In a column all have the same. */
  readonly isAlone?: boolean;
}

/** Profiles know units of telemetry, not of attributes. */
export function useNewestFormat({ word, value, profile }: NewestValueProps): KeyFormat {
  const column = valueColumnOf(word);
  const hasFormat = drawnNumber(value?.text) !== null && column?.kind === "telemetry";
  return useFormatsOfNamed(hasFormat ? profile : null).get(column?.key ?? "") ?? NO_FORMAT;
}

export function NewestValue(props: NewestValueProps): ReactNode {
  const { value, isAlone = false } = props;
  const number = drawnNumber(value?.text);
  const format = useNewestFormat(props);
  const isNamed = isNamedIn(format.unit, [shortLabel({ label: labelOfWord(props.word), unit: format.unit })]);
  const hasSteps = isAlone && number !== null && !isNamed;
  const steps = useUnitSteps(new Map(hasSteps ? [[format.unit, Math.abs(number)]] : []));
  if (value === undefined) return <Plain text={null} />;
  return (
    <Tooltip label={`${value.text.slice(0, TEXT_SHOWN)} · ${exactTime(value.ts)}`}>
      <Text className="foreign" lineClamp={2} style={{ fontVariantNumeric: "tabular-nums" }}>
        {newestText(value.text.slice(0, TEXT_SHOWN), format, steps.get(format.unit))}
      </Text>
    </Tooltip>
  );
}

/** More of a text fits into no cell. */
const TEXT_SHOWN = 200;

function When({ ts }: { readonly ts: number }): ReactNode {
  return (
    <Text component="div">
      <Moment ts={ts} />
    </Text>
  );
}
