// The device profiles of the demo's devices, with what their keys measure: values have units on every page.

interface DemoKey {
  readonly key: string;
  readonly unit?: string;
  readonly decimals?: number;
}

const KEYS: Readonly<Record<string, readonly DemoKey[]>> = {
  boiler: [
    { key: "temperature", unit: "°C", decimals: 1 },
    { key: "returnTemperature", unit: "°C", decimals: 1 },
    { key: "outsideTemperature", unit: "°C", decimals: 1 },
    { key: "pressure", unit: "bar", decimals: 2 },
    { key: "gasM3", unit: "m³", decimals: 1 },
  ],
  meter: [
    { key: "power", unit: "W", decimals: 0 },
    { key: "voltage", unit: "V", decimals: 1 },
    { key: "current", unit: "A", decimals: 2 },
    { key: "energyWh", unit: "Wh", decimals: 0 },
    { key: "frequency", unit: "Hz", decimals: 2 },
  ],
  door: [
    { key: "openings", decimals: 0 },
    { key: "battery", unit: "%", decimals: 0 },
  ],
  pump: [
    { key: "rpm", unit: "rpm", decimals: 0 },
    { key: "flow", unit: "l/min", decimals: 1 },
    { key: "vibration", unit: "mm/s", decimals: 2 },
    { key: "bearingTemperature", unit: "°C", decimals: 1 },
    { key: "hours", unit: "h", decimals: 1 },
    { key: "volumeLitres", unit: "l", decimals: 0 },
  ],
};

/** As `POST /api/deviceProfile` takes them. */
export const DEMO_PROFILES = Object.entries(KEYS).map(([name, keys]) => ({
  ...{ name, type: "DEFAULT", transportType: "DEFAULT" },
  profileData: { keys },
}));
