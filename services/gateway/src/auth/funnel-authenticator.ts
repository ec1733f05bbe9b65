import { createHash } from 'node:crypto';
import { CommandClient } from '@desk/bullmq-transport';
import {
  authenticateFunnel,
  DomainError,
  hasCode,
  type ResponseOf,
  UNKNOWN_KEY_LIMIT,
} from '@desk/contracts';
import { clientNetwork } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { callerOf } from '../http/caller.js';
import { RequestLimiter } from '../request-limits/request-limiter.js';
import { FunnelKeyCache } from './funnel-key-cache.js';
import { LiveFunnelKeys } from './live-funnel-keys.js';
import { describeMissingKey } from './missing-key.js';

const COUNTER = 'unknown-key';

type Funnel = ResponseOf<typeof authenticateFunnel>;

export interface AuthenticatedFunnel extends Funnel {
  readonly keyHash: string;
}

@Injectable()
export class FunnelAuthenticator {
  private readonly keys = new FunnelKeyCache<Funnel>();
  private readonly liveKeys: LiveFunnelKeys;

  constructor(
    private readonly commands: CommandClient,
    private readonly limiter: RequestLimiter,
  ) {
    this.liveKeys = new LiveFunnelKeys(commands);
  }

  /**
   * Identifies the funnel by the key that the request carries in `X-Funnel-Key` or as a bearer token. A valid key is never
   * refused because of posts of others with a wrong one, or with none.
   *
   * @throws UNKNOWN_FUNNEL_KEY, TOO_MANY_REQUESTS after too many unknown keys from this network
   */
  async authenticate(request: Request): Promise<AuthenticatedFunnel> {
    const keyHash = readKeyHash(request);
    const funnel = keyHash === null ? null : await this.findFunnel(keyHash);
    if (keyHash !== null && funnel !== null) return { ...funnel, keyHash };
    await this.limiter.countRequest(COUNTER, UNKNOWN_KEY_LIMIT, clientNetwork(callerOf(request).address));
    throw new DomainError(
      'UNKNOWN_FUNNEL_KEY',
      keyHash === null ? { detail: describeMissingKey(request) } : {},
    );
  }

  /** Makes the next request with this key look it up, because it was revoked. */
  forget(keyHash: string): void {
    this.keys.forget(keyHash);
  }

  private async findFunnel(keyHash: string): Promise<Funnel | null> {
    const cached = this.keys.get(keyHash);
    if (cached !== undefined) return cached;
    const outdated = this.keys.getOutdated(keyHash);
    const lookup = this.keys.lookUp(keyHash, () => this.lookUp(keyHash));
    if (outdated === undefined) return lookup;
    // lead-router checks the key with each command anyway, so a busy lead-router is not waited for twice.
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

function readKeyHash(request: Request): string | null {
  const key = request.get('x-funnel-key') ?? /^Bearer (\S+)$/i.exec(request.get('authorization') ?? '')?.[1];
  return key ? createHash('sha256').update(key).digest('hex') : null;
}
