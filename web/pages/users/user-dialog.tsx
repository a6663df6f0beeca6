// The forms of a user: a new one with its role, and the details of one that is there.
import { Radio, Select, SimpleGrid, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextField } from "../../components/form-fields.tsx";
import { useFields } from "../../components/use-fields.ts";
import type { Authority, NewUser, User, UserFields } from "./user.ts";

const CHARS_MAX = 255;

interface Named {
  readonly id: string;
  readonly title: string;
}

interface DialogProps {
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onClose: () => void;
}

interface NewUserDialogProps extends DialogProps {
  /** The roles that may be chosen. */
  readonly authorities: readonly Authority[];
  /** The customers that may be chosen; one where there is no choice. */
  readonly customers: readonly Named[];
  readonly onSearch: (text: string) => void;
  readonly onSave: (user: NewUser) => void;
}

export function NewUserDialog(props: NewUserDialogProps): ReactNode {
  const { authorities, customers, onSearch, onSave, onClose, isBusy, error } = props;
  const onlyCustomer = authorities.length === 1 && customers.length === 1 ? (customers[0]?.id ?? null) : null;
  const { values, set } = useFields<NewUser>({
    email: "",
    firstName: "",
    lastName: "",
    phone: "",
    authority: authorities[0] ?? "TENANT_ADMIN",
    customerId: onlyCustomer,
    isMailed: false,
  });
  const isCustomerUser = values.authority === "CUSTOMER_USER";
  return (
    <FormDialog
      title="New user"
      action="Create user"
      isBusy={isBusy}
      error={error}
      onClose={onClose}
      onSubmit={() => onSave(isCustomerUser ? values : { ...values, customerId: null })}
    >
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
              description="Sees and changes everything of this organisation"
            />
            <Radio value="CUSTOMER_USER" label="Customer user" description="Sees the devices of one customer" />
          </Stack>
        </Radio.Group>
      )}
      {isCustomerUser && onlyCustomer === null && (
        <Select
          label="Customer"
          placeholder="Search by title"
          required
          searchable
          nothingFoundMessage="No customer has this in its title"
          data={customers.map(({ id, title }) => ({ value: id, label: title }))}
          value={values.customerId}
          onSearchChange={onSearch}
          onChange={(value) => set("customerId", value)}
        />
      )}
      <PersonFields values={values} set={set} />
      <Radio.Group
        label="How the person gets in"
        description="By a link that sets the password. It works once, for a limited time."
        value={values.isMailed ? "mail" : "show"}
        onChange={(value) => set("isMailed", value === "mail")}
      >
        <Stack gap="xs" mt={6}>
          <Radio value="show" label="Show me the link" />
          <Radio value="mail" label="Mail the link" description="Where this platform sends mail" />
        </Stack>
      </Radio.Group>
    </FormDialog>
  );
}

interface EditUserDialogProps extends DialogProps {
  readonly user: User;
  readonly onSave: (fields: UserFields) => void;
}

export function EditUserDialog({ user, onSave, onClose, isBusy, error }: EditUserDialogProps): ReactNode {
  const { values, set } = useFields<UserFields>({
    email: user.email,
    firstName: user.firstName ?? "",
    lastName: user.lastName ?? "",
    phone: user.phone ?? "",
  });
  return (
    <FormDialog
      title="Edit user"
      action="Save user"
      isBusy={isBusy}
      error={error}
      onClose={onClose}
      onSubmit={() => onSave(values)}
    >
      <PersonFields values={values} set={set} />
    </FormDialog>
  );
}

interface PersonFieldsProps {
  readonly values: UserFields;
  readonly set: (name: keyof UserFields, value: string) => void;
}

export function PersonFields({ values, set }: PersonFieldsProps): ReactNode {
  return (
    <>
      <TextField
        field="email"
        label="Email"
        type="email"
        required
        maxLength={CHARS_MAX}
        data-autofocus
        value={values.email}
        onChange={(event) => set("email", event.currentTarget.value)}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextField
          field="firstName"
          label="First name"
          maxLength={CHARS_MAX}
          value={values.firstName}
          onChange={(event) => set("firstName", event.currentTarget.value)}
        />
        <TextField
          field="lastName"
          label="Last name"
          maxLength={CHARS_MAX}
          value={values.lastName}
          onChange={(event) => set("lastName", event.currentTarget.value)}
        />
      </SimpleGrid>
      <TextField
        field="phone"
        label="Phone"
        type="tel"
        maxLength={CHARS_MAX}
        value={values.phone}
        onChange={(event) => set("phone", event.currentTarget.value)}
      />
    </>
  );
}
