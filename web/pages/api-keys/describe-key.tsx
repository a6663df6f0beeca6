// Another description for a key.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextField } from "../../components/form-fields.tsx";
import { useFields } from "../../components/use-fields.ts";

interface DescribeKeyProps {
  readonly apiKey: Schema<"ApiKeyInfo">;
  readonly onClose: () => void;
}

export function DescribeKey({ apiKey, onClose }: DescribeKeyProps): ReactNode {
  const { values, set } = useFields({ description: apiKey.description });
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: () => {
      const { id, userId, enabled, expirationTime } = apiKey;
      const { description } = values;
      return ask(api.POST("/api/apiKey", { body: { id, userId, enabled, expirationTime, description } }));
    },
    onSuccess: async () => {
      onClose();
      await queries.invalidateQueries({ queryKey: ["api-keys"] });
    },
  });
  return (
    <FormDialog
      title="Change description"
      action="Save description"
      isBusy={save.isPending}
      error={save.error}
      onClose={onClose}
      onSubmit={() => save.mutate()}
    >
      <TextField
        field="description"
        label="Description"
        required
        maxLength={255}
        data-autofocus
        value={values.description}
        onChange={(event) => set("description", event.currentTarget.value)}
      />
    </FormDialog>
  );
}
