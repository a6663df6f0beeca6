// The kinds of credentials, and their parts. Source: REST contract 7.1.
import { parseJson } from "../../api/json.ts";
import { api, ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { isObject } from "../../../src/lib/members.ts";

const CREDENTIALS_TYPES = ["ACCESS_TOKEN", "MQTT_BASIC", "X509_CERTIFICATE"] as const;
export type CredentialsType = (typeof CREDENTIALS_TYPES)[number];

export interface Basic {
  readonly clientId: string;
  readonly userName: string;
  readonly password: string;
}

export interface NewCredentials extends Basic {
  readonly type: CredentialsType;
  readonly token: string;
  /** PEM. */
  readonly certificate: string;
}

export function isCredentialsType(type: string): type is CredentialsType {
  return CREDENTIALS_TYPES.some((known) => known === type);
}

/** Parses basic credentials, which the platform stores as a JSON text. */
export function basicOf(value: string | null): Basic {
  const parsed = parseJson(value ?? "");
  const text = (name: string): string => {
    const member = isObject(parsed) ? parsed[name] : undefined;
    return typeof member === "string" ? member : "";
  };
  return { clientId: text("clientId"), userName: text("userName"), password: text("password") };
}

const TOKEN_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const TOKEN_LENGTH = 20;

/** Generates a token as the platform does: every character is equally likely. */
export function drawToken(): string {
  let token = "";
  while (token.length < TOKEN_LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(TOKEN_LENGTH))) {
      const character = TOKEN_CHARACTERS[byte & 63];
      if (character !== undefined && token.length < TOKEN_LENGTH) token += character;
    }
  }
  return token;
}

export async function replaceCredentials(present: Schema<"DeviceCredentials">, next: NewCredentials): Promise<void> {
  const { id, deviceId, version } = present;
  await ask(api.POST("/api/device/credentials", { body: { id, deviceId, version, ...contentOf(next) } }));
}

function contentOf(next: NewCredentials) {
  switch (next.type) {
    case "ACCESS_TOKEN":
      return { credentialsType: next.type, credentialsId: next.token.trim(), credentialsValue: null };
    case "MQTT_BASIC": {
      const { clientId, userName, password } = next;
      const value = {
        ...(clientId === "" ? {} : { clientId }),
        ...(userName === "" ? {} : { userName }),
        ...(password === "" ? {} : { password }),
      };
      return { credentialsType: next.type, credentialsId: null, credentialsValue: JSON.stringify(value) };
    }
    case "X509_CERTIFICATE":
      return { credentialsType: next.type, credentialsId: null, credentialsValue: next.certificate };
  }
}
