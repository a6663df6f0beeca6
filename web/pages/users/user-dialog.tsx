// The forms of a user: a new one with its role, and the details of an existing one.
import { Radio, SimpleGrid, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { useAction } from "../../app/use-action.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextField } from "../../components/form-fields.tsx";
import { useFields, type Fields } from "../../components/form.tsx";
import { CustomerSelect } from "../devices/customer-select.tsx";
import {
  createUser,
  userFieldsOf,
  updateUser,
  type Authority,
  type NewUser,
  type User,
  type UserFields,
  type UserScope,
} from "./user.ts";

interface NewUserDialogProps {
  readonly scope: UserScope;
  readonly onCreated: (user: User) => void;
  readonly onClose: () => void;
}

const AUTHORITIES: Readonly<Record<UserScope["kind"], readonly [Authority, ...Authority[]]>> = {
  tenant: ["TENANT_ADMIN", "CUSTOMER_USER"],
  customer: ["CUSTOMER_USER"],
  administrators: ["TENANT_ADMIN"],
  system: ["SYS_ADMIN"],
};

export function NewUserDialog({ scope, onCreated, onClose }: NewUserDialogProps): ReactNode {
  const authorities = AUTHORITIES[scope.kind];
  const fields = useFields<NewUser>({
    ...userFieldsOf(undefined),
    authority: authorities[0],
    customerId: scope.kind === "customer" ? scope.customerId : null,
    isMailed: false,
  });
  const { values, set } = fields;
  const create = useAction({
    call: () => createUser(scope, values),
    stale: ["users"],
    onDone: (user) => {
      onClose();
      onCreated(user);
    },
  });
  return (
    <FormDialog title="New user" action="Create user" work={create} onSubmit={create.run} onClose={onClose}>
      {authorities.length > 1 && (
        <Radio.Group
          label="Role"
          value={values.authority}
          onChange={(value) =>
            set("authority", authorities.find((authority) => authority === value) ?? values.authority)
          }
        >
          <Stack gap="xs" mt={6}>
            <Radio
              value="TENANT_ADMIN"
              label="Administrator"
              description="Sees and changes everything in this organisation"
            />
            <Radio value="CUSTOMER_USER" label="Customer user" description="Sees the devices of one customer" />
          </Stack>
        </Radio.Group>
      )}
      {values.authority === "CUSTOMER_USER" && scope.kind !== "customer" && (
        <CustomerSelect
          label="Customer"
          placeholder="Search by title"
          isRequired
          value={values.customerId}
          onChange={(id) => set("customerId", id)}
        />
      )}
      <PersonFields {...fields} />
      <Radio.Group
        label="First sign-in"
        description="With a link to set the password. It works once, for a limited time."
        value={values.isMailed ? "mail" : "show"}
        onChange={(value) => set("isMailed", value === "mail")}
      >
        <Stack gap="xs" mt={6}>
          <Radio value="show" label="Show me the link" />
          <Radio value="mail" label="Mail the link" description="If this platform sends mail" />
        </Stack>
      </Radio.Group>
    </FormDialog>
  );
}

export function EditUserDialog({ user, onClose }: { readonly user: User; readonly onClose: () => void }): ReactNode {
  const fields = useFields(userFieldsOf(user));
  const save = useAction({
    // Reads the user again, because somebody else may have changed it since the list was read.
    call: async () =>
      updateUser(await ask(api.GET("/api/user/{userId}", { params: { path: { userId: user.id.id } } })), fields.values),
    stale: ["users"],
    onDone: onClose,
  });
  return (
    <FormDialog title="Edit user" action="Save user" work={save} onSubmit={save.run} onClose={onClose}>
      <PersonFields {...fields} />
    </FormDialog>
  );
}

export function PersonFields({ text }: Pick<Fields<UserFields>, "text">): ReactNode {
  return (
    <>
      <TextField {...text("email")} label="Email" type="email" required data-autofocus />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextField {...text("firstName")} label="First name" />
        <TextField {...text("lastName")} label="Last name" />
      </SimpleGrid>
      <TextField {...text("phone")} label="Phone" type="tel" />
    </>
  );
}
