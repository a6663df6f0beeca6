import { expect, test } from "vitest";
import { linkAddress, type Machine } from "./link-address.ts";

const LOOPBACK = { address: "127.0.0.1", family: "IPv4", internal: true } as const;
const OWN_IPV6 = { address: "fe80::1", family: "IPv6", internal: false, scopeid: 2 } as const;
const OWN_IPV4 = { address: "192.168.7.20", family: "IPv4", internal: false } as const;

function machineWith(...addresses: readonly (typeof LOOPBACK | typeof OWN_IPV6 | typeof OWN_IPV4)[]): Machine {
  const entries = addresses.map((address) => ({ ...address, netmask: "", mac: "", cidr: null }));
  return {
    hostname: () => "plant-server",
    networkInterfaces: () => ({ lo: entries.slice(0, 1), eth0: entries.slice(1) }),
  };
}

const PLANT_SERVER = machineWith(LOOPBACK, OWN_IPV6, OWN_IPV4);

test.each(["0.0.0.0", "::"])("a server on %s is reached from other machines by the address of this one", (host) => {
  expect(linkAddress("https://localhost:8080", host, PLANT_SERVER)).toBe("https://192.168.7.20:8080");
});

test("a machine without an IPv4 address in a network is reached by its name", () => {
  expect(linkAddress("http://localhost:8080", "0.0.0.0", machineWith(LOOPBACK, OWN_IPV6))).toBe(
    "http://plant-server:8080",
  );
});

test("a server on this machine only keeps its address", () => {
  expect(linkAddress("http://localhost:8080", "127.0.0.1", PLANT_SERVER)).toBe("http://localhost:8080");
});

test("a server on one address keeps it", () => {
  expect(linkAddress("http://10.1.2.3:8080", "10.1.2.3", PLANT_SERVER)).toBe("http://10.1.2.3:8080");
});
