import { createHash } from 'node:crypto';
import { Broadcast, CommandClient } from '@desk/bullmq-transport';
import {
  authenticateFunnel,
  DomainError,
  FUNNEL_KEY_REVOKED,
  FUNNEL_REPORT_PATH,
  type FunnelKeyKind,
  hasCode,
  listLiveFunnelKeys,
  PRIVATE_ADDRESS_PATH,
  type ResponseOf,
  type Route,
  UNKNOWN_KEY_LIMIT,
} from '@desk/contracts';
import { clientNetwork } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Request } from 'express';
import { callerOf } from '../http/identity.js';
import { RequestLimiter } from '../request-limits/request-limiter.js';
import { FunnelKeyCache } from './funnel-key-cache.js';

/** Shortest time between two reads. Limits what unknown keys cost lead-router, even from many networks. */
const MIN_INTERVAL_MS = 100;

/** The keys that exist. One read answers for all unknown keys that are sent meanwhile. */
export class LiveFunnelKeys {
  private keyHashes: ReadonlySet<string> = new Set();
  private readStartedAt = -Infinity;
  private nextRead: Promise<void> | undefined;

  constructor(private readonly commands: Pick<CommandClient, 'send'>) {}

  /** Whether there is such a key. Reads the keys again before it returns false. @throws what the command throws */
  async includes(keyHash: string): Promise<boolean> {
    if (this.keyHashes.has(keyHash)) return true;
    await (this.nextRead ??= this.read());
    return this.keyHashes.has(keyHash);
  }

  private async read(): Promise<void> {
    const waitMs = Math.max(0, this.readStartedAt + MIN_INTERVAL_MS - performance.now());
    await new Promise((resolve) => {
      setTimeout(resolve, waitMs);
    });
    // A later caller may have a key that is newer than this read, and needs another one.
    this.nextRead = undefined;
    this.readStartedAt = performance.now();
    this.keyHashes = new Set((await this.commands.send(listLiveFunnelKeys, {})).keyHashes);
  }
}

const RIGHT_PLACE = 'Send the key in the header X-Funnel-Key, or as Authorization: Bearer <key>.';
/** Names under which other systems take a key. */
const KEY_NAME = /^(?:x-?)?(?:funnel|api|access|auth|client|secret)?[-_]?(?:key|token|apikey)$/i;
const KEY_VALUE = /^fn[lp]_/;

const isKey = ([name, value]: readonly [string, unknown]): boolean =>
  KEY_NAME.test(name) || (typeof value === 'string' && KEY_VALUE.test(value));

const findName = (values: unknown): string | undefined =>
  typeof values === 'object' && values !== null
    ? Object.entries(values).find(isKey)?.[0].slice(0, 40)
    : undefined;

/** Explains where the key belongs, and where this request seems to have it instead. */
export function describeMissingKey(request: Pick<Request, 'headers' | 'query' | 'body'>): string {
  const { authorization, 'x-funnel-key': _, ...headers } = request.headers;
  const inQuery = findName(request.query);
  if (inQuery !== undefined)
    return `A key in the address (${inQuery}) is not read, because addresses are logged on their way. ${RIGHT_PLACE}`;
  const inBody = findName(request.body);
  if (inBody !== undefined) return `A key in the body (${inBody}) is not read. ${RIGHT_PLACE}`;
  const header = findName(headers);
  if (header !== undefined) return `A key in the header ${header} is not read. ${RIGHT_PLACE}`;
  if (authorization !== undefined)
    return `The header Authorization must be of the form "Bearer <key>", or Basic with the key as the password. ${RIGHT_PLACE}`;
  return `The funnel key is missing. ${RIGHT_PLACE}`;
}

const UNKNOWN_ADDRESS =
  'This private address is not known, or it was revoked. Check that you copied it in full.';
const COUNTER = 'unknown-key';

type Funnel = ResponseOf<typeof authenticateFunnel>;

export interface AuthenticatedFunnel extends Funnel {
  readonly keyHash: string;
}

@Injectable()
export class FunnelAuthenticator implements OnModuleInit {
  private readonly keys = new FunnelKeyCache<Funnel>();
  private readonly liveKeys: LiveFunnelKeys;

  constructor(
    private readonly commands: CommandClient,
    private readonly broadcast: Broadcast,
    private readonly limiter: RequestLimiter,
  ) {
    this.liveKeys = new LiveFunnelKeys(commands);
  }

  /** Forgets a key as soon as its revocation is broadcast. If that is lost, the cache forgets it within seconds. */
  async onModuleInit(): Promise<void> {
    await this.broadcast.subscribe(FUNNEL_KEY_REVOKED, (keyHash) => this.keys.forget(keyHash));
  }

  /**
   * Identifies the funnel by the key that the request carries in `X-Funnel-Key`, as a bearer token or as a password; at
   * a private address, by the key in it. A valid key is never refused because others post with a wrong key or none.
   *
   * @throws UNKNOWN_FUNNEL_KEY, TOO_MANY_REQUESTS after too many unknown keys from this network
   */
  async authenticate(request: Request, route: Route): Promise<AuthenticatedFunnel> {
    const place = placeOf(route);
    const isAddress = place === 'address';
    const keyHash = hashOf(isAddress ? request.params['key'] : readKey(request));
    const funnel = keyHash === null ? null : await this.findFunnel(keyHash);
    if (keyHash !== null && funnel !== null && places[funnel.keyKind] === place)
      return { ...funnel, keyHash };
    await this.limiter.countRequest(COUNTER, UNKNOWN_KEY_LIMIT, clientNetwork(callerOf(request).address));
    throw new DomainError(
      'UNKNOWN_FUNNEL_KEY',
      isAddress
        ? { detail: UNKNOWN_ADDRESS }
        : keyHash === null
          ? { detail: describeMissingKey(request) }
          : {},
    );
  }

  private async findFunnel(keyHash: string): Promise<Funnel | null> {
    const cached = this.keys.get(keyHash);
    if (cached !== undefined) return cached;
    const outdated = this.keys.getOutdated(keyHash);
    const lookup = this.keys.lookUp(keyHash, () => this.lookUp(keyHash));
    if (outdated === undefined) return lookup;
    // Does not wait for the look-up: lead-router checks the key again with each command anyway.
    lookup.catch(() => undefined);
    return outdated;
  }

  private async lookUp(keyHash: string): Promise<Funnel | null> {
    if (!(await this.liveKeys.includes(keyHash))) return null;
    try {
      return await this.commands.send(authenticateFunnel, { keyHash });
    } catch (error) {
      if (hasCode(error, 'UNKNOWN_FUNNEL_KEY')) return null;
      throw error;
    }
  }
}

/** Which keys work where. Proxies log URLs, so a key for a header does not work in a URL. */
const places = {
  server: 'posts',
  publishable: 'posts',
  address: 'address',
  report: 'report',
} as const satisfies Record<FunnelKeyKind, string>;

function placeOf({ path }: Route): (typeof places)[FunnelKeyKind] {
  if (path.startsWith(`${PRIVATE_ADDRESS_PATH}/`)) return 'address';
  return path.startsWith(FUNNEL_REPORT_PATH) ? 'report' : 'posts';
}

/** For tools that send nothing but a name and a password: the key is the password, or the name without one. */
function readBasic(encoded: string): string | undefined {
  const [, name, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  return password === '' ? name : password;
}

export function readKey(request: Pick<Request, 'get'>): string | undefined {
  const header = request.get('x-funnel-key');
  if (header !== undefined) return header;
  const [, scheme, value = ''] = /^(Bearer|Basic) (\S+)$/i.exec(request.get('authorization') ?? '') ?? [];
  return scheme?.toLowerCase() === 'basic' ? readBasic(value) : value;
}

const hashOf = (key: unknown): string | null =>
  typeof key === 'string' && key !== '' ? createHash('sha256').update(key).digest('hex') : null;
