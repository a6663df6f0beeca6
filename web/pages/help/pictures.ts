// The drawings of the documents; photographs of the web interface itself are left to the repository.
import boilers from "../../../docs/images/report-boilers-temperature-and-burner-run-time.svg?url";
import doors from "../../../docs/images/report-doors-how-often-and-how-long-open.svg?url";
import meters from "../../../docs/images/report-energy-by-meter.svg?url";

/** By their name in a document. */
export const PICTURES: ReadonlyMap<string, string> = new Map([
  ["images/report-boilers-temperature-and-burner-run-time.svg", boilers],
  ["images/report-doors-how-often-and-how-long-open.svg", doors],
  ["images/report-energy-by-meter.svg", meters],
]);
