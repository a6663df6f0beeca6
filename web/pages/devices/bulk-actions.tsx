// What can be done with the devices chosen in the list, and its progress.
import { Button, CloseButton, Group, Paper, Text } from "@mantine/core";
import { Building2, Layers, Trash2, UserMinus } from "lucide-react";
import { useState, type ReactNode } from "react";
import { NULL_ID } from "../../api/schemas.ts";
import { useConfirm } from "../../components/confirm.tsx";
import { BulkRunDialog } from "./bulk-run-dialog.tsx";
import { CustomerSelect } from "./customer-select.tsx";
import type { DeviceInfo } from "./device-filters.ts";
import { ProfileSelect } from "./profile-select.tsx";
import { assignToCustomer, changeProfile, deleteDevice, unassign } from "./save-device.ts";
import { TargetDialog } from "./target-dialog.tsx";

interface BulkActionsProps {
  readonly devices: readonly DeviceInfo[];
  readonly onDone: () => void;
}

/** A question to answer first, or work that goes through the devices. */
type Step =
  | { readonly kind: "customer" | "profile" }
  | { readonly kind: "run"; readonly title: string; readonly act: (device: DeviceInfo) => Promise<void> };

export function BulkActions({ devices, onDone }: BulkActionsProps): ReactNode {
  const confirm = useConfirm();
  const [step, setStep] = useState<Step | null>(null);
  const count = devices.length.toLocaleString();
  const noun = devices.length === 1 ? "device" : "devices";
  const close = (): void => setStep(null);
  const askToDelete = async (): Promise<void> => {
    const isSure = await confirm({
      title: `Delete ${count} ${noun}`,
      text: "Their values, attributes and credentials are deleted with them, and their connections close. This cannot be undone.",
      action: `Delete ${noun}`,
      ...(devices.length > 1 ? { typed: "delete" } : {}),
    });
    if (isSure) setStep({ kind: "run", title: `Deleting ${count} ${noun}`, act: ({ id }) => deleteDevice(id.id) });
  };
  return (
    <>
      <Paper withBorder p="xs" mb="md" role="region" aria-label="Chosen devices">
        <Group gap="xs">
          <Text size="sm" fw={500} px="xs" role="status">
            {count} {noun} chosen
          </Text>
          <Button
            size="compact-sm"
            variant="light"
            leftSection={<Building2 size={15} aria-hidden />}
            onClick={() => setStep({ kind: "customer" })}
          >
            Assign to customer
          </Button>
          <Button
            size="compact-sm"
            variant="light"
            leftSection={<UserMinus size={15} aria-hidden />}
            disabled={devices.every(({ customerId }) => customerId.id === NULL_ID)}
            onClick={() => setStep({ kind: "run", title: `Unassigning ${count} ${noun}`, act: unassigned })}
          >
            Unassign
          </Button>
          <Button
            size="compact-sm"
            variant="light"
            leftSection={<Layers size={15} aria-hidden />}
            onClick={() => setStep({ kind: "profile" })}
          >
            Change profile
          </Button>
          <Button
            size="compact-sm"
            variant="light"
            color="red"
            leftSection={<Trash2 size={15} aria-hidden />}
            onClick={() => void askToDelete()}
          >
            Delete
          </Button>
          <CloseButton ml="auto" aria-label="Choose none" onClick={onDone} />
        </Group>
      </Paper>
      {step?.kind === "customer" && (
        <TargetDialog
          title={`Assign ${count} ${noun} to a customer`}
          action="Assign to customer"
          onClose={close}
          onChosen={(id) =>
            setStep({
              kind: "run",
              title: `Assigning ${count} ${noun} to a customer`,
              act: (device) => assignToCustomer(device.id.id, id),
            })
          }
          field={(value, onChange) => <CustomerSelect label="Customer" isRequired value={value} onChange={onChange} />}
        />
      )}
      {step?.kind === "profile" && (
        <TargetDialog
          title={`Change the profile of ${count} ${noun}`}
          action="Change profile"
          onClose={close}
          onChosen={(id) =>
            setStep({
              kind: "run",
              title: `Changing the profile of ${count} ${noun}`,
              act: (device) => changeProfile(device.id.id, id),
            })
          }
          field={(value, onChange) => (
            <ProfileSelect label="Device profile" isClearable={false} value={value} onChange={onChange} />
          )}
        />
      )}
      {step?.kind === "run" && (
        <BulkRunDialog
          title={step.title}
          devices={devices}
          act={step.act}
          onClose={() => {
            close();
            onDone();
          }}
        />
      )}
    </>
  );
}

/** Nothing to do for a device without a customer. */
async function unassigned({ id, customerId }: DeviceInfo): Promise<void> {
  if (customerId.id !== NULL_ID) await unassign(id.id);
}
