// What the demo tells a newcomer: where everything is, how to log in, and commands to paste.

export interface DemoFacts {
  readonly http: string;
  readonly mqtt: string;
  readonly username: string;
  readonly password: string;
  /** The access token of the simulated gateway. */
  readonly token: string;
  readonly device: { readonly name: string; readonly id: string };
  /** The id of a saved view: energy by meter. */
  readonly view: string;
}

export function introduction({ http, mqtt, username, password, token, device, view }: DemoFacts): string {
  const json = "-H 'Content-Type: application/json'";
  const authorized = `curl -s -H "X-Authorization: Bearer $TOKEN"`;
  const login = JSON.stringify({ username, password });
  return `
The Bridgehead demo is running. Ctrl+C ends it and removes its data.

  In a browser   ${http}
  REST API       ${http}/swagger-ui/
  MQTT           ${mqtt}
  Log in as      ${username}
  Password       ${password}
  Gateway token  ${token}

Paste into another terminal: log in first, then as you like.

  TOKEN=$(curl -s ${http}/api/auth/login ${json} -d '${login}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')

Latest telemetry of "${device.name}":
  ${authorized} ${http}/api/plugins/telemetry/DEVICE/${device.id}/values/timeseries

Ask it for its state, over MQTT and back:
  ${authorized} ${http}/api/rpc/twoway/${device.id} ${json} -d '{"method":"getState","params":{}}'

Give it another target, which it obeys and reports back as a client attribute:
  ${authorized} ${http}/api/plugins/telemetry/DEVICE/${device.id}/attributes/SHARED_SCOPE ${json} -d '{"target":75}'
  ${authorized} ${http}/api/plugins/telemetry/DEVICE/${device.id}/values/attributes/CLIENT_SCOPE

Run a report, one of five that the demo has saved (the browser shows all of them), and get it as a file:
  curl -s ${http}/apiAnalytics/publicApi/buildReport -H "jwt: $TOKEN" ${json} -d '{"viewConfigId":"${view}"}'
  ${authorized} "${http}/apiAnalytics/v1/views/${view}/export?format=csv"

`;
}
