import { createHash } from 'node:crypto';
import { Broadcast, CommandClient } from '@desk/bullmq-transport';
import {
  authenticateFunnel,
  DomainError,
  FUNNEL_KEY_REVOKED,
  FUNNEL_REPORT_PATH,
  type FunnelKeyKind,
  hasCode,
  PRIVATE_ADDRESS_PATH,
  type ResponseOf,
  type Route,
  UNKNOWN_KEY_LIMIT,
} from '@desk/contracts';
import { clientNetwork } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Request } from 'express';
import { callerOf, type IdentifiedFunnel } from '../http/identity.js';
import { RequestLimiter } from '../request-limits/request-limiter.js';
import { FunnelKeyCache } from './funnel-key-cache.js';
import { LiveFunnelKeys } from './live-funnel-keys.js';
import { describeMissingKey } from './missing-key.js';

const UNKNOWN_ADDRESS =
  'This private address is not known, or it was revoked. Check that you copied it in full.';
const COUNTER = 'unknown-key';

type Funnel = ResponseOf<typeof authenticateFunnel>;

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

  /** Forgets keys that are revoked or whose funnel changed. Without the broadcast, `findFunnel` looks them up again. */
  async onModuleInit(): Promise<void> {
    await this.broadcast.subscribe(FUNNEL_KEY_REVOKED, (keyHash) => this.keys.forget(keyHash));
  }

  /**
   * Identifies the funnel by the key that the request carries in `X-Funnel-Key`, as a bearer token or as a password; at
   * a private address, by the key in it. A valid key is never refused because others post with a wrong key or none.
   *
   * @throws UNKNOWN_FUNNEL_KEY, TOO_MANY_REQUESTS after too many unknown keys from this network
   */
  async authenticate(request: Request, route: Route): Promise<IdentifiedFunnel> {
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
    if (outdated === undefined || mayRefuse(outdated)) return lookup;
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

/** Whether the funnel's mode or origins may refuse a post. An outdated reason must not. */
const mayRefuse = ({ isPaused, allowedOrigins }: Funnel): boolean => isPaused || allowedOrigins.length > 0;

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

/** For tools that send nothing but a name and a password: the key is the password, or the name if that is empty. */
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
