// Puts API keys together: who may have them, whom they log in, and over which connections.
import { KeyChannelRule } from "../core/access/api-key-channel.ts";
import { ApiKeyDirectory, type KeyCounts, type KeyDirectoryOptions } from "../core/access/api-key-directory.ts";
import { ApiKeyService, type ApiKeyOptions } from "../core/access/api-key-service.ts";
import type { ApiKeyStore } from "../core/access/api-key-store.ts";
import type { MessageBus } from "../core/bus/message-bus.ts";
import type { UserService } from "../core/users/user-service.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import { DAY_MILLIS, SECOND_MILLIS } from "../lib/units.ts";
import type { Authenticator } from "../transport/rest/authentication.ts";
import type { RestRoute } from "../transport/rest/route.ts";
import { apiKeyRoutes } from "../transport/rest/routes/api-keys.ts";
import type { Config } from "./config.ts";

export interface ApiKeyParts {
  readonly store: ApiKeyStore;
  readonly users: UserService;
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface ApiKeys {
  readonly authenticate: NonNullable<Authenticator["authenticateApiKey"]>;
  /** Whether keys from elsewhere have to come over TLS. */
  readonly demandTls: boolean;
  readonly counts: KeyCounts;
  readonly routes: readonly RestRoute[];
  /** Stores when keys were last used. May be called twice. */
  stop(): Promise<void>;
}

/** Starts to listen on the bus. */
export function openApiKeys(config: Config, { store, users, bus, clock, log }: ApiKeyParts): ApiKeys {
  const channels = new KeyChannelRule(channelSetting(config), clock, log);
  const directory = new ApiKeyDirectory({ store, bus, clock, log }, directoryOptions(config));
  const service = new ApiKeyService({ store, bus, clock, log }, keyOptions(config));
  directory.start();
  service.start();
  return {
    authenticate(value, channel) {
      channels.require(channel);
      return directory.authenticate(value, channel);
    },
    demandTls: channels.demandsTls,
    get counts() {
      return directory.counts;
    },
    routes: apiKeyRoutes({
      apiKeys: service,
      apiKeyStore: store,
      users,
      clock,
      pageRowsMax: config.rest.pageRowsMax,
      descriptionBytesMax: config.http.entityPayloadBytesMax,
    }),
    async stop() {
      await service.stop();
      await directory.stop();
    },
  };
}

function channelSetting({ http, security: { apiKeys } }: Config): ConstructorParameters<typeof KeyChannelRule>[0] {
  return {
    rule: apiKeys.requireHttps,
    offersTls: http.tls.certFile !== undefined || /[^\s,]/.test(http.trustedProxies),
    warningMillis: apiKeys.plainHttpWarningSeconds * SECOND_MILLIS,
  };
}

function directoryOptions({ security: { apiKeys } }: Config): KeyDirectoryOptions {
  return {
    keysMax: apiKeys.cache.keysMax,
    recheckMillis: apiKeys.cache.recheckSeconds * SECOND_MILLIS,
    flushMillis: apiKeys.useFlushSeconds * SECOND_MILLIS,
    unknownMax: apiKeys.unknown.triesMax,
    unknownWindowMillis: apiKeys.unknown.windowSeconds * SECOND_MILLIS,
    unknownAddressesMax: apiKeys.unknown.addressesMax,
  };
}

function keyOptions({ security: { apiKeys } }: Config): ApiKeyOptions {
  return {
    valuePrefix: apiKeys.valuePrefix,
    perUserMax: apiKeys.perUserMax,
    retentionMillis: apiKeys.retentionDays * DAY_MILLIS,
    sweepMillis: apiKeys.sweepSeconds * SECOND_MILLIS,
    sweepBatch: apiKeys.sweepBatch,
  };
}
