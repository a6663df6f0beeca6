// A call that changes something: it asks first if it cannot be undone, and afterwards the queries that it has made
// stale are read again.
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { createElement, Fragment, type ReactNode } from "react";
import { messageOf } from "../api/problem.ts";
import { useConfirm, type Question } from "../components/confirm.tsx";
import type { Work } from "../components/form.tsx";

interface ActionOptions<Result, Input> {
  readonly call: (input: Input) => Promise<Result>;
  /** The first parts of the query keys that it changes. */
  readonly stale?: readonly string[];
  /** Whether a failed call may have changed something too. */
  readonly isPartial?: boolean;
  readonly question?: (input: Input) => Question;
  /** The text of the notice after success. */
  readonly done?: string | ((result: Result, input: Input) => string);
  /** After that text, such as a link to what was made. The notice then stays long enough to be reached. */
  readonly next?: (result: Result, input: Input) => ReactNode;
  /** The title of the notice after a failure, if nothing else shows `error`. */
  readonly failed?: string;
  /** Called before stale queries are read again. */
  readonly onDone?: (result: Result, input: Input) => unknown;
}

export interface Action<Result, Input = void> extends Work {
  readonly run: (input: Input) => void;
  readonly error: Error | null;
  readonly isSuccess: boolean;
  readonly data: Result | undefined;
  /** The input of the last run. */
  readonly input: Input | undefined;
  readonly reset: () => void;
}

const WITH_LINK_MILLIS = 15_000;

export function useAction<Result, Input = void>(options: ActionOptions<Result, Input>): Action<Result, Input> {
  const { call, stale = [], isPartial = false, question, done, next, failed, onDone } = options;
  const queries = useQueryClient();
  const confirm = useConfirm();
  const readAgain = (): Promise<unknown> =>
    Promise.all(stale.map((name) => queries.invalidateQueries({ queryKey: [name] })));
  const { mutate, isPending, error, isSuccess, data, variables, reset } = useMutation({
    mutationFn: call,
    onSuccess: async (result, input) => {
      const message = typeof done === "function" ? done(result, input) : done;
      if (message !== undefined)
        notifications.show({
          color: "teal",
          message: next === undefined ? message : createElement(Fragment, null, message, " ", next(result, input)),
          ...(next === undefined ? {} : { autoClose: WITH_LINK_MILLIS }),
        });
      await onDone?.(result, input);
      await readAgain();
    },
    onError: async (problem) => {
      if (failed !== undefined) notifications.show({ color: "red", title: failed, message: messageOf(problem) });
      if (isPartial) await readAgain();
    },
  });
  const askAndRun = async (input: Input): Promise<void> => {
    if (question === undefined || (await confirm(question(input)))) mutate(input);
  };
  return { run: (input) => void askAndRun(input), isPending, error, isSuccess, data, input: variables, reset };
}
