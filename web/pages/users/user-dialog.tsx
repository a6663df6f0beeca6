// The forms of a user: a new one with its role, and the details of an existing one.
import { Radio, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { systemParamsQuery } from "../../api/queries.ts";
import { useAction } from "../../app/use-action.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextField } from "../../components/form-fields.tsx";
import { useFields, type Fields } from "../../components/form.tsx";
import { words } from "../../words/words.ts";
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

const WORDS = words.users;
/** The first is chosen until another is: the one with fewer rights. */
const AUTHORITIES: Readonly<Record<UserScope["kind"], readonly [Authority, ...Authority[]]>> = {
  tenant: ["CUSTOMER_USER", "TENANT_ADMIN"],
  customer: ["CUSTOMER_USER"],
  administrators: ["TENANT_ADMIN"],
  system: ["SYS_ADMIN"],
};

export function newUserLabel({ kind }: UserScope): string {
  return kind === "administrators" ? WORDS.newAdministrator : WORDS.new;
}

export function NewUserDialog({ scope, onCreated, onClose }: NewUserDialogProps): ReactNode {
  const authorities = AUTHORITIES[scope.kind];
  const fields = useFields<NewUser>({
    ...userFieldsOf(undefined),
    authority: authorities[0],
    customerId: scope.kind === "customer" ? scope.customerId : null,
    isMailed: false,
  });
  const { values, set } = fields;
  const params = useQuery(systemParamsQuery);
  const create = useAction({
    call: () => createUser(scope, values),
    stale: ["users"],
    onDone: (user) => {
      onClose();
      onCreated(user);
    },
  });
  return (
    <FormDialog
      title={newUserLabel(scope)}
      action={scope.kind === "administrators" ? WORDS.createAdministrator : WORDS.create}
      work={create}
      onSubmit={create.run}
      onClose={onClose}
    >
      {authorities.length > 1 && (
        <Radio.Group
          label={WORDS.role}
          value={values.authority}
          onChange={(value) =>
            set("authority", authorities.find((authority) => authority === value) ?? values.authority)
          }
        >
          <Stack gap="xs" mt={6}>
            <Radio
              value="CUSTOMER_USER"
              label={WORDS.roles.CUSTOMER_USER}
              description={WORDS.rolesHelp.CUSTOMER_USER}
            />
            <Radio value="TENANT_ADMIN" label={WORDS.roles.TENANT_ADMIN} description={WORDS.rolesHelp.TENANT_ADMIN} />
          </Stack>
        </Radio.Group>
      )}
      {values.authority === "CUSTOMER_USER" && scope.kind !== "customer" && (
        <CustomerSelect
          label={words.components.common.customer}
          placeholder={WORDS.searchByName}
          isRequired
          isFirst
          value={values.customerId}
          onChange={(id) => set("customerId", id)}
        />
      )}
      <PersonFields {...fields} />
      {params.data?.sendsMail === false && <Text c="dimmed">{WORDS.linkFollows}</Text>}
      {params.data?.sendsMail === true && (
        <Radio.Group
          label={WORDS.firstSignIn}
          description={WORDS.firstSignInHelp}
          value={values.isMailed ? "mail" : "show"}
          onChange={(value) => set("isMailed", value === "mail")}
        >
          <Stack gap="xs" mt={6}>
            <Radio value="show" label={WORDS.showLink} />
            <Radio value="mail" label={WORDS.emailLink} />
          </Stack>
        </Radio.Group>
      )}
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
    <FormDialog title={WORDS.edit} action={WORDS.save} work={save} onSubmit={save.run} onClose={onClose}>
      <PersonFields {...fields} />
    </FormDialog>
  );
}

export function PersonFields({ text }: Pick<Fields<UserFields>, "text">): ReactNode {
  return (
    <>
      <TextField {...text("email")} label={words.components.common.email} type="email" required data-autofocus />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextField {...text("firstName")} label={WORDS.firstName} />
        <TextField {...text("lastName")} label={WORDS.lastName} />
      </SimpleGrid>
      <TextField {...text("phone")} label={WORDS.phone} type="tel" />
    </>
  );
}
