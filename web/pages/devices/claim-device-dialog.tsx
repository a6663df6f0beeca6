// A user of a customer takes over a device whose name and secret are known.
import { Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api } from "../../api/client.ts";
import { ApiProblem, problemOf } from "../../api/problem.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { PasswordField, TextField } from "../../components/form-fields.tsx";
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
      await navigate({ to: `/devices/${device.id.id}`, replace: true });
    },
  });
  return (
    <FormDialog
      title="Claim a device"
      action="Claim device"
      isBusy={claim.isPending}
      error={claim.error}
      onClose={onClose}
      onSubmit={() => claim.mutate()}
    >
      <Text size="sm">
        Name and secret are on the device or in its papers. Some devices have to be told first that they may be claimed,
        for example by a button.
      </Text>
      <TextField
        field="deviceName"
        label="Name of the device"
        required
        maxLength={255}
        autoComplete="off"
        data-autofocus
        value={values.name}
        onChange={(event) => set("name", event.currentTarget.value)}
      />
      <PasswordField
        field="secretKey"
        label="Secret"
        description="Empty where the device has none."
        autoComplete="off"
        value={values.secret}
        onChange={(event) => set("secret", event.currentTarget.value)}
      />
    </FormDialog>
  );
}

/** What the platform says in a bare word, in a sentence, and the field that it is about. */
const REFUSALS: Readonly<Record<string, { readonly pointer: string; readonly message: string }>> = {
  CLAIMED: { pointer: "/deviceName", message: "This device already belongs to a customer." },
  FAILURE: { pointer: "/secretKey", message: "The device is not open for claiming now, or the secret is wrong." },
};

async function claimDevice(deviceName: string, secretKey: string): Promise<Device> {
  const { data, error, response } = await api.POST("/api/customer/device/{deviceName}/claim", {
    params: { path: { deviceName } },
    body: { secretKey },
  });
  if (data !== undefined) return data.device;
  const word = typeof error === "string" ? error : "";
  const refusal = REFUSALS[word];
  if (refusal === undefined) throw problemOf(response, error);
  throw new ApiProblem(refusal.message, {
    status: response.status,
    requestId: response.headers.get("x-request-id"),
    places: [{ ...refusal, code: word }],
  });
}
