// The form of a new or existing customer.
import type { ReactNode } from "react";
import { useAction } from "../../app/use-action.ts";
import { contactOf, ContactFields } from "../../components/contact-fields.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextAreaField, TextField } from "../../components/form-fields.tsx";
import { useFields } from "../../components/form.tsx";
import { words } from "../../words/words.ts";
import { descriptionOf, isPublicCustomer, saveCustomer, type Customer, type CustomerFields } from "./customer.ts";

interface CustomerDialogProps {
  /** Omitted for a new one. */
  readonly customer?: Customer;
  readonly onSaved: (customer: Customer) => unknown;
  readonly onClose: () => void;
}

export function CustomerDialog({ customer, onSaved, onClose }: CustomerDialogProps): ReactNode {
  const fields = useFields<CustomerFields>({
    title: customer?.title ?? "",
    description: descriptionOf(customer?.additionalInfo ?? null),
    ...contactOf(customer),
  });
  const save = useAction({
    call: () => saveCustomer(fields.values, customer),
    stale: ["customers"],
    onDone: onSaved,
  });
  return (
    <FormDialog
      title={customer === undefined ? words.customers.new : words.customers.edit}
      action={customer === undefined ? words.customers.create : words.customers.save}
      size="lg"
      work={save}
      onSubmit={save.run}
      onClose={onClose}
    >
      <TextField
        {...fields.text("title")}
        label={words.components.common.name}
        description={words.customers.nameHelp}
        required
        data-autofocus
        // The platform finds the public customer by its title.
        disabled={customer !== undefined && isPublicCustomer(customer)}
      />
      <TextAreaField
        {...fields.text("description")}
        field="additionalInfo"
        label={words.components.common.description}
      />
      <ContactFields fields={fields} />
    </FormDialog>
  );
}
