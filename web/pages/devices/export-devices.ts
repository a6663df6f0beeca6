// The device list as a CSV file, with the columns that it shows.
import { fetchFile } from "../../api/client.ts";
import { saveFile } from "../../components/save-file.ts";
import type { DeviceConditions } from "./listed-devices.ts";

export async function exportDevices(conditions: DeviceConditions, words: readonly string[]): Promise<void> {
  const query = new URLSearchParams();
  for (const word of words) query.append("columns", word);
  for (const [name, value] of Object.entries(conditions))
    if (value !== null && value !== undefined) query.set(name, String(value));
  const answer = await fetchFile(`/api/devices/export?${query.toString()}`);
  saveFile(await answer.blob(), "devices.csv");
}
