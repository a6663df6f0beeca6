// A user of a customer takes over a device whose name and secret are known.
import { PasswordInput, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api } from "../../api/client.ts";
import { ApiProblem, problemOf } from "../../api/problem.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useFields } from "../../components/use-fields.ts";
import type { Device } from "./save-device.ts";

export function ClaimDeviceDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { values, set } = useFields({ name: "", secret: "" });
  const claim = useMutation({
    mutationFn: () => claimDevice(values.name.trim(), values.secret),
    onSuccess: async (device) => {
      notifications.show({ message: `${device.name} is yours now.`, color: "teal" });
      void queries.invalidateQueries({ queryKey: ["devices"] });
      await navigate({ to: `/devices/${device.id.id}` });
    },
  });
  return (
    <FormDialog
      title="Claim a device"
      action="Claim device"
      isBusy={claim.isPending}
      error={claim.error}
      onClose={onClose}
      onSubmit={() => {
        claim.mutate();
      }}
    >
      <Text size="sm">
        Name and secret are on the device or in its papers. Some devices have to be told first that they may be claimed,
        for example by a button.
      </Text>
      <TextInput
        label="Name of the device"
        required
        maxLength={255}
        autoComplete="off"
        data-autofocus
        value={values.name}
        onChange={(event) => {
          set("name", event.currentTarget.value);
        }}
      />
      <PasswordInput
        label="Secret"
        description="Empty where the device has none."
        autoComplete="off"
        value={values.secret}
        onChange={(event) => {
          set("secret", event.currentTarget.value);
        }}
      />
    </FormDialog>
  );
}

/** What the platform says in a bare word, in a sentence. */
const WORDS: Readonly<Record<string, string>> = {
  CLAIMED: "This device already belongs to a customer.",
  FAILURE: "The device is not open for claiming now, or the secret is wrong.",
};

async function claimDevice(deviceName: string, secretKey: string): Promise<Device> {
  const { data, error, response } = await api.POST("/api/customer/device/{deviceName}/claim", {
    params: { path: { deviceName } },
    body: { secretKey },
  });
  if (data !== undefined) return data.device;
  const words = typeof error === "string" ? WORDS[error] : undefined;
  if (words === undefined) throw problemOf(response, error);
  throw new ApiProblem(words, { status: response.status, requestId: response.headers.get("x-request-id") });
}
