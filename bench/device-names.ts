// The names of the devices that benchmarks fill a data folder with.
const KINDS = ["boiler", "pump", "meter", "valve"];

export function deviceNameOf(index: number): string {
  return `${KINDS[index % KINDS.length] ?? ""}-${String(index)}`;
}
