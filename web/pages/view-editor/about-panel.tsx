// The purpose of the view, its folder, who sees it, and the time limit of a run.
import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { choices } from "../../components/choices.ts";
import { ChoiceAt, DurationAt, FlagAt, NumberAt, TagsAt, TextAt } from "./bound-fields.tsx";
import { CustomersAt } from "./device-lists.tsx";
import { useEditing } from "./editing.ts";
import { words } from "../../words/words.ts";

const texts = words.viewEditor.about;

const VISIBILITIES = choices(texts.visibilities, texts.visibilitiesSay);

export function AboutPanel(): ReactNode {
  const { at, isAdministrator } = useEditing();
  const [sharing, options] = [at("sharing"), at("options")];
  return (
    <Stack gap="sm">
      <TextAt
        at={at("description")}
        label={words.components.common.description}
        placeholder={texts.descriptionPlaceholder}
        isLong
      />
      <TextAt
        at={at("folder")}
        label={texts.folder}
        placeholder={texts.folderPlaceholder}
        description={texts.folderSays}
      />
      <TagsAt at={at("tags")} label={texts.tags} placeholder={texts.tagsPlaceholder} />
      {isAdministrator && (
        <ChoiceAt
          at={sharing.at("visibility")}
          label={texts.visibleTo}
          choices={VISIBILITIES}
          onChoice={(visibility) =>
            sharing.set({ visibility, customerIds: [], allCustomers: visibility === "customers" })
          }
        />
      )}
      {isAdministrator && sharing.value?.visibility === "customers" && (
        <>
          <FlagAt at={sharing.at("allCustomers")} label={texts.allCustomers} />
          {sharing.value.allCustomers !== true && (
            <CustomersAt at={sharing.at("customerIds")} label={texts.theseCustomers} />
          )}
        </>
      )}
      {!isAdministrator && <Text c="dimmed">{texts.ownViews}</Text>}
      <DurationAt at={options.at("timeoutMs")} label={texts.timeLimit} placeholder={texts.timeLimitPlaceholder} />
      <NumberAt at={options.at("cacheTtlSec")} label={texts.cache} suffix=" s" />
      <DurationAt at={options.at("lateDataMs")} label={texts.lateData} placeholder={texts.lateDataPlaceholder} />
    </Stack>
  );
}
