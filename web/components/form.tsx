// Forms: the values that users fill in, and the frame around the fields, which shows refusals and saves.
import { Group, Stack } from "@mantine/core";
import { useState, type ChangeEvent, type ReactNode } from "react";
import { BusyButton } from "./busy-button.tsx";
import { DialogFooter } from "./dialog.tsx";
import { FormProblem } from "./form-fields.tsx";
import { ProblemAlert } from "./problem-alert.tsx";
import { words } from "../words/words.ts";

type NamesOf<Values, Type> = {
  readonly [Name in keyof Values & string]: Values[Name] extends Type ? Name : never;
}[keyof Values & string];

interface TextProps {
  readonly field: string;
  readonly value: string;
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
}

export interface Fields<Values extends object> {
  readonly values: Values;
  /** Whether the values differ from the initial ones. */
  readonly isChanged: boolean;
  readonly set: <Name extends keyof Values>(name: Name, value: Values[Name]) => void;
  /** Properties of a text field; `field` is its name on the platform. */
  readonly text: (name: NamesOf<Values, string>) => TextProps;
  readonly check: (name: NamesOf<Values, boolean>) => {
    readonly checked: boolean;
    readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  };
}

export function useFields<Values extends object>(initial: Values): Fields<Values> {
  const [values, setValues] = useState(initial);
  const set = (name: keyof Values, value: unknown): void => setValues((present) => ({ ...present, [name]: value }));
  return {
    values,
    isChanged: JSON.stringify(values) !== JSON.stringify(initial),
    set,
    text: (name) => {
      const value = values[name];
      return {
        field: name,
        value: typeof value === "string" ? value : "",
        onChange: (event) => set(name, event.currentTarget.value),
      };
    },
    check: (name) => ({
      checked: values[name] === true,
      onChange: (event) => set(name, event.currentTarget.checked),
    }),
  };
}

/** The platform has no blank texts: an empty text becomes null. */
export function orNull(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === "" ? null : trimmed;
}

/** A running call, such as an action or a mutation. */
export interface Work {
  readonly isPending: boolean;
  /** Null if nothing has gone wrong. */
  readonly error: unknown;
}

interface FormProps {
  /** The button's label: a verb and its object, such as "Create customer". */
  readonly action: string;
  readonly work: Work;
  readonly onSubmit: () => void;
  readonly onTyped?: () => void;
  /** The title of a failure. */
  readonly failed?: string;
  /** False if there is nothing to save. */
  readonly isChanged?: boolean;
  readonly isDangerous?: boolean;
  readonly isWide?: boolean;
  /** Whether its buttons stay in sight, as those of a dialog: for a form that is longer than the screen. */
  readonly isEndInSight?: boolean;
  /** Before the button. */
  readonly otherButtons?: ReactNode;
  /** For a button elsewhere on the page. */
  readonly id?: string;
  readonly children: ReactNode;
}

export function Form(props: FormProps): ReactNode {
  const { action, work, onSubmit, isChanged = true, isDangerous, isWide = false, isEndInSight = false } = props;
  const { failed = words.components.form.failed } = props;
  const buttons = (
    <>
      {props.otherButtons}
      <BusyButton
        type="submit"
        color={isDangerous === true ? "red" : undefined}
        isBusy={work.isPending}
        disabled={!isChanged}
      >
        {action}
      </BusyButton>
    </>
  );
  return (
    <form
      id={props.id}
      onChange={props.onTyped}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Stack>
        <FormProblem error={work.error}>{props.children}</FormProblem>
        {work.error !== null && work.error !== undefined && (
          <div ref={intoView}>
            <ProblemAlert error={work.error} title={failed} />
          </div>
        )}
        {isEndInSight ? (
          <DialogFooter justify="flex-end">{buttons}</DialogFooter>
        ) : (
          <Group justify="flex-end" grow={isWide}>
            {buttons}
          </Group>
        )}
      </Stack>
    </form>
  );
}

/** Returns nothing, because React would take the result of a ref callback for a cleanup. */
function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
