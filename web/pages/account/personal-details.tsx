// The name, email and phone of the viewer.
import type { ReactNode } from "react";
import { useAction } from "../../app/use-action.ts";
import { Form, useFields } from "../../components/form.tsx";
import { useUnsaved } from "../../components/use-unsaved.ts";
import { PersonFields } from "../users/user-dialog.tsx";
import { updateUser, userFieldsOf, type User } from "../users/user.ts";

export function PersonalDetails({ user }: { readonly user: User }): ReactNode {
  const { values, isChanged, text } = useFields(userFieldsOf(user));
  useUnsaved(() => isChanged);
  const save = useAction({
    call: () => updateUser(user, values),
    done: "Your details are saved.",
    stale: ["users"],
  });
  return (
    <Form
      action="Save details"
      work={save}
      failed="Your details were not saved"
      isChanged={isChanged}
      onSubmit={save.run}
    >
      <PersonFields text={text} />
    </Form>
  );
}
