// Whether the platform on this machine is ready, as an exit code: for health checks of containers. It asks HTTP, and HTTPS
// where the port speaks that; the certificate is not looked at, because the call does not leave the machine.
import { get } from "node:http";
import { get as getSecured } from "node:https";

const { HTTP_HOST: host = "", HTTP_PORT: port = "" } = process.env;
const isAnywhere = ["", "0.0.0.0", "::"].includes(host);
const address = {
  host: isAnywhere ? "127.0.0.1" : host,
  port: port === "" ? 8080 : Number(port),
  path: "/api/health/ready",
};

const isReady = (await statusOf(get)) === 200 || (await statusOf(getSecured)) === 200;
process.exit(isReady ? 0 : 1);

/** Undefined where there is no answer in this protocol. */
function statusOf(ask) {
  return new Promise((resolve) => {
    const request = ask({ ...address, timeout: 4000, rejectUnauthorized: false }, (answer) =>
      resolve(answer.statusCode),
    );
    request.on("timeout", () => request.destroy());
    request.on("error", () => resolve(undefined));
  });
}
