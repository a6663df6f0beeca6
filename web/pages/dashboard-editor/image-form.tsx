// The image of a plan. Its values are placed on it in the panel itself.
import { FileButton, Group, Stack, Switch, Text } from "@mantine/core";
import { ImageUp } from "lucide-react";
import { useId, type ReactNode } from "react";
import { useAction } from "../../app/use-action.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import type { PanelOptionsDraft } from "../dashboard/panel-options.ts";
import { IMAGE_TYPES, planImage } from "./plan-image.ts";

interface ImageFormProps {
  readonly options: PanelOptionsDraft;
  readonly onOptions: (change: Partial<PanelOptionsDraft>, step: string) => void;
}

export function ImageForm({ options, onOptions }: ImageFormProps): ReactNode {
  const { image = "", names = true } = options;
  const about = useId();
  const read = useAction({ call: planImage, onDone: (url) => onOptions({ image: url }, "image") });
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <FileButton
          accept={IMAGE_TYPES.join()}
          inputProps={{ "aria-label": "Image file" }}
          onChange={(file) => {
            if (file !== null) read.run(file);
          }}
        >
          {({ onClick }) => (
            <BusyButton
              variant="default"
              leftSection={<ImageUp />}
              isBusy={read.isPending}
              aria-describedby={about}
              onClick={onClick}
            >
              {image === "" ? "Choose an image" : "Choose another image"}
            </BusyButton>
          )}
        </FileButton>
        {image !== "" && (
          <Text size="xs" c="dimmed">
            {Math.ceil(image.length / 1_024).toLocaleString()} KiB
          </Text>
        )}
      </Group>
      <div id={about}>
        {read.error === null ? (
          <Text size="xs" c="dimmed">
            PNG, JPEG, WebP or SVG. It is saved with the dashboard; a large photograph is made smaller. Drag the values
            on it in the panel, or move them with the arrow keys.
          </Text>
        ) : (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {read.error.message}
          </Text>
        )}
      </div>
      <Switch
        label="Names of the values"
        checked={names}
        onChange={(event) => onOptions({ names: event.currentTarget.checked }, "names")}
      />
    </Stack>
  );
}
