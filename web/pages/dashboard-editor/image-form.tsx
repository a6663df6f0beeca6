// The image of a plan. Its values are placed on it in the panel itself.
import { FileButton, Group, Stack, Switch, Text } from "@mantine/core";
import { ImageUp } from "lucide-react";
import { useId, type ReactNode } from "react";
import { useAction } from "../../app/use-action.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import type { PanelOptionsDraft } from "../dashboard/panel-options.ts";
import { words } from "../../words/words.ts";
import { IMAGE_TYPES, planImage } from "./plan-image.ts";

const WORDS = words.dashboardEditor.image;

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
          inputProps={{ "aria-label": WORDS.file }}
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
              {image === "" ? WORDS.choose : WORDS.chooseAnother}
            </BusyButton>
          )}
        </FileButton>
        {image !== "" && (
          <Text size="xs" c="dimmed">
            {WORDS.size(Math.ceil(image.length / 1_024))}
          </Text>
        )}
      </Group>
      <div id={about}>
        {read.error === null ? (
          <Text size="xs" c="dimmed">
            {WORDS.says}
          </Text>
        ) : (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {read.error.message}
          </Text>
        )}
      </div>
      <Switch
        label={WORDS.names}
        checked={names}
        onChange={(event) => onOptions({ names: event.currentTarget.checked }, "names")}
      />
    </Stack>
  );
}
