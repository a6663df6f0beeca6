// The language, time zone and form of numbers that a user chooses.
import { Select } from "@mantine/core";
import type { ReactNode } from "react";
import { REGION_SETTING, showRegion } from "../../app/own-region.tsx";
import { useUserSetting } from "../../app/user-settings.ts";
import { choices } from "../../components/choices.ts";
import { Facts } from "../../components/facts.tsx";
import { Form, useFields } from "../../components/form.tsx";
import { useUnsaved } from "../../components/use-unsaved.ts";
import { region } from "../../words/format.ts";
import {
  LANGUAGE_NAMES,
  NOTHING_CHOSEN,
  NUMBER_LOCALES,
  numberSample,
  parseChosenRegion,
  regionOf,
  type ChosenRegion,
} from "../../words/region.ts";
import { words } from "../../words/words.ts";

export function RegionSettings(): ReactNode {
  const { value, save, isSaving } = useUserSetting(REGION_SETTING);
  if (value === undefined) return null;
  if (save === null) return <OfThisBrowser />;
  const chosen = parseChosenRegion(value);
  return (
    <RegionForm
      key={JSON.stringify(chosen)}
      chosen={chosen}
      isSaving={isSaving}
      onSave={(next) => save(next, { onSaved: () => showRegion(next) })}
    />
  );
}

interface RegionFormProps {
  readonly chosen: ChosenRegion;
  readonly isSaving: boolean;
  readonly onSave: (chosen: ChosenRegion) => void;
}

/** The value of the first choices, which no language, time zone or locale has for its name. */
const NOT_CHOSEN = "";

function RegionForm({ chosen, isSaving, onSave }: RegionFormProps): ReactNode {
  const { language, timeZone, timeZoneHint, numbers, ofBrowser, ofLanguage, noZone, save } = words.account.region;
  const { values, isChanged, set } = useFields({
    language: chosen.language ?? NOT_CHOSEN,
    timeZone: chosen.timeZone ?? NOT_CHOSEN,
    numbers: chosen.numbers ?? NOT_CHOSEN,
  });
  useUnsaved(() => isChanged && !isSaving);
  const next = parseChosenRegion(values);
  const browser = regionOf(NOTHING_CHOSEN, navigator.languages);
  const usual = regionOf({ ...next, numbers: null }, navigator.languages);
  const chosenIn = (name: keyof typeof values) => ({
    value: values[name],
    onChange: (value: string | null) => set(name, value ?? NOT_CHOSEN),
  });
  return (
    <Form
      action={save}
      // What goes wrong, a notice tells.
      work={{ isPending: isSaving, error: null }}
      isChanged={isChanged}
      onSubmit={() => onSave(next)}
    >
      <Select
        label={language}
        data={[{ value: NOT_CHOSEN, label: ofBrowser(LANGUAGE_NAMES[browser.language]) }, ...choices(LANGUAGE_NAMES)]}
        {...chosenIn("language")}
      />
      <Select
        label={timeZone}
        description={timeZoneHint}
        data={[{ value: NOT_CHOSEN, label: ofBrowser(browser.timeZone) }, ...timeZones(chosen.timeZone)]}
        searchable
        nothingFoundMessage={noZone}
        {...chosenIn("timeZone")}
      />
      <Select
        label={numbers}
        data={[
          { value: NOT_CHOSEN, label: ofLanguage(numberSample(usual.numberLocale)) },
          ...NUMBER_LOCALES.map((value) => ({ value, label: numberSample(value) })),
        ]}
        {...chosenIn("numbers")}
      />
    </Form>
  );
}

/** Browsers do not list all that they know, such as UTC. */
function timeZones(chosen: string | null): readonly string[] {
  return [...new Set(["UTC", ...(chosen === null ? [] : [chosen]), ...Intl.supportedValuesOf("timeZone")])];
}

/** For those who have no settings. */
function OfThisBrowser(): ReactNode {
  const { language, timeZone, numbers } = words.account.region;
  return (
    <Facts
      facts={[
        { label: language, value: LANGUAGE_NAMES[region.language] },
        { label: timeZone, value: region.timeZone },
        { label: numbers, value: numberSample(region.numberLocale) },
      ]}
    />
  );
}
