// The name, email and phone of the viewer.
import { Group, Stack } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { BusyButton } from "../../components/busy-button.tsx";
import { FormProblem } from "../../components/form-fields.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { useFields } from "../../components/use-fields.ts";
import { useUnsaved } from "../../components/use-unsaved.ts";
import { PersonFields } from "../users/user-dialog.tsx";
import { updateUser, type User, type UserFields } from "../users/user.ts";

export function PersonalDetails({ user }: { readonly user: User }): ReactNode {
  const queries = useQueryClient();
  const initial: UserFields = {
    email: user.email,
    firstName: user.firstName ?? "",
    lastName: user.lastName ?? "",
    phone: user.phone ?? "",
  };
  const { values, set } = useFields<UserFields>(initial);
  const isChanged = JSON.stringify(values) !== JSON.stringify(initial);
  useUnsaved(() => isChanged);
  const save = useMutation({
    mutationFn: () => updateUser(user, values),
    onSuccess: async () => {
      notifications.show({ color: "teal", message: "Your details are saved." });
      await queries.invalidateQueries({ queryKey: ["users"] });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack>
        {save.isError && <ProblemAlert error={save.error} title="Your details were not saved" />}
        <FormProblem error={save.error}>
          <PersonFields values={values} set={set} />
        </FormProblem>
        <Group justify="flex-end">
          <BusyButton type="submit" isBusy={save.isPending} disabled={!isChanged}>
            Save details
          </BusyButton>
        </Group>
      </Stack>
    </form>
  );
}
