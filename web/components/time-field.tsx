// A field for a time on the viewer's clock, with a calendar.
import { DateTimePicker, type DateTimePickerProps } from "@mantine/dates";
import "@mantine/dates/styles.css";
import "dayjs/locale/de";
import type { ReactNode, Ref } from "react";
import { region, timeFormat } from "../words/format.ts";
import { words } from "../words/words.ts";
import { localText, tsOfLocalText } from "./local-time.ts";

interface TimeFieldProps extends Omit<DateTimePickerProps, "value" | "defaultValue" | "onChange" | "valueFormat"> {
  readonly ts: number | null;
  readonly onTs: (ts: number | null) => void;
  readonly ref?: Ref<HTMLButtonElement>;
}

const SHORT = timeFormat({ dateStyle: "medium", timeStyle: "short" });
const EXACT = timeFormat({ dateStyle: "medium", timeStyle: "medium" });
const { calendar, hours, minutes, seconds, apply } = words.components.timeField;
const TIME_LABELS = { hoursInputLabel: hours, minutesInputLabel: minutes, secondsInputLabel: seconds };

export function TimeField({ ts, onTs, withSeconds = false, ...props }: TimeFieldProps): ReactNode {
  return (
    <DateTimePicker
      {...props}
      withSeconds={withSeconds}
      locale={region.language}
      ariaLabels={calendar}
      timePickerProps={TIME_LABELS}
      submitButtonProps={{ "aria-label": apply }}
      valueFormat={(text) => {
        const shown = tsOfLocalText(text);
        return shown === null ? text : (withSeconds ? EXACT : SHORT).format(shown);
      }}
      value={ts === null ? null : localText(ts)}
      onChange={(text) => onTs(text === null ? null : tsOfLocalText(text))}
    />
  );
}
