// The form of a customer, new or present.
import type { ReactNode } from "react";
import type { Schema } from "../../api/schemas.ts";
import { ContactFields, contactOf, NO_CONTACT } from "../../components/contact-fields.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextAreaField, TextField } from "../../components/form-fields.tsx";
import { useFields } from "../../components/use-fields.ts";
import { descriptionOf, isPublicCustomer, type CustomerFields } from "./customer.ts";

interface CustomerDialogProps {
  /** Left out for a new one. */
  readonly customer?: Schema<"Customer">;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onSave: (fields: CustomerFields) => void;
  readonly onClose: () => void;
}

export function CustomerDialog({ customer, isBusy, error, onSave, onClose }: CustomerDialogProps): ReactNode {
  const { values, set } = useFields<CustomerFields>({
    title: customer?.title ?? "",
    description: descriptionOf(customer?.additionalInfo ?? null),
    ...(customer === undefined ? NO_CONTACT : contactOf(customer)),
  });
  return (
    <FormDialog
      title={customer === undefined ? "New customer" : "Edit customer"}
      action={customer === undefined ? "Create customer" : "Save customer"}
      size="lg"
      isBusy={isBusy}
      error={error}
      onClose={onClose}
      onSubmit={() => onSave(values)}
    >
      <TextField
        field="title"
        label="Title"
        description="Unique among your customers."
        required
        maxLength={255}
        data-autofocus
        // The platform finds the public customer by its title.
        disabled={customer !== undefined && isPublicCustomer(customer)}
        value={values.title}
        onChange={(event) => set("title", event.currentTarget.value)}
      />
      <TextAreaField
        field="additionalInfo"
        label="Description"
        autosize
        minRows={2}
        maxRows={6}
        value={values.description}
        onChange={(event) => set("description", event.currentTarget.value)}
      />
      <ContactFields values={values} set={set} />
    </FormDialog>
  );
}
