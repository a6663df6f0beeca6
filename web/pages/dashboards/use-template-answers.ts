// What a template asks for: guessed from what devices send, until somebody chooses something else.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { profileNamesQuery } from "../../api/queries.ts";
import { useProfileFormats } from "../../app/key-formats.ts";
import { formatsAmong, NO_FORMAT } from "../../components/chart/key-format.ts";
import { useKnownKeys, type KnownKey } from "../view-editor/known-keys.ts";
import { coordinatesIn } from "../dashboard/coordinates.ts";
import { guessKey, guessUnit } from "./guesses.ts";
import { deviceSending } from "./sending-devices.ts";
import type { Answers, AskedValue, Places, ShownKey } from "./templates.ts";

export interface AskedAnswer extends ShownKey {
  readonly asked: AskedValue;
}

export interface TemplateAnswers {
  readonly answers: Answers;
  /** In the order in which they are asked; the key is empty where there is none. */
  readonly values: readonly AskedAnswer[];
  /** Null for all devices. */
  readonly profileId: string | null;
  readonly profiles: readonly { readonly id: string; readonly name: string }[];
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly again: () => void;
  readonly setProfile: (id: string | null) => void;
  readonly setValue: (name: string, change: Partial<ShownKey>) => void;
}

/** By the name of the value. */
type ChosenValues = Readonly<Record<string, Partial<ShownKey>>>;

const NOTHING_CHOSEN: ChosenValues = {};

export function useTemplateAnswers(asks: readonly AskedValue[]): TemplateAnswers {
  const [chosenProfile, setChosenProfile] = useState<string | null | undefined>(undefined);
  const [chosen, setChosen] = useState(NOTHING_CHOSEN);
  const all = useKnownKeys("", "telemetry");
  const [first = ""] = asks.map((asked) => guessKey(asked, all.data ?? [])).filter((key) => key !== "");
  const profiles = useQuery(profileNamesQuery);
  const sending = useQuery({
    queryKey: ["device-profiles", "sending", first],
    queryFn: async ({ signal }) => (await deviceSending(first, null, signal))?.profile ?? null,
    enabled: first !== "",
  });
  const named = (profiles.data ?? []).map(({ id, name }) => ({ id: id.id, name }));
  const guessedProfile = named.find(({ name }) => name === sending.data)?.id ?? null;
  const profileId = chosenProfile === undefined ? guessedProfile : chosenProfile;
  const known = useKnownKeys("", "telemetry", profileId);
  const attributes = useKnownKeys("", "attribute", profileId);
  const formats = useProfileFormats();
  const ofProfile = formatsAmong(formats ?? [], profileId === null ? null : [profileId]);
  const values = asks.map((asked): AskedAnswer => {
    const { key = guessKey(asked, known.data ?? []), unit } = chosen[asked.name] ?? {};
    const format = ofProfile.get(key) ?? NO_FORMAT;
    const usual = key === "" ? "" : format.unit || guessUnit(key, asked.unit ?? "");
    return { asked, key, unit: unit ?? usual, decimals: format.decimals };
  });
  const queries = [all, profiles, known, attributes, ...(first === "" ? [] : [sending])];
  return {
    values,
    profileId,
    profiles: named,
    answers: {
      profile: named.find(({ id }) => id === profileId)?.name ?? null,
      keys: new Map(values.filter(({ key }) => key !== "").map(({ asked, ...shown }) => [asked.name, shown])),
      places: placesIn(known.data ?? [], attributes.data ?? []),
    },
    isPending:
      queries.some(({ isPending }) => isPending) ||
      known.isPlaceholderData ||
      attributes.isPlaceholderData ||
      formats === undefined,
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    again: () => {
      for (const query of queries) void query.refetch();
    },
    setProfile: (id) => {
      setChosenProfile(id);
      // Devices of another profile send other keys.
      setChosen(NOTHING_CHOSEN);
    },
    setValue: (name, change) => setChosen((present) => ({ ...present, [name]: { ...present[name], ...change } })),
  };
}

/** What moves is sent as telemetry; it goes first. */
function placesIn(telemetry: readonly KnownKey[], attributes: readonly KnownKey[]): Places | null {
  const sent = coordinatesIn(telemetry);
  if (sent !== null) return { kind: "telemetry", ...sent };
  const set = coordinatesIn(attributes);
  return set === null ? null : { kind: "attribute", ...set };
}
