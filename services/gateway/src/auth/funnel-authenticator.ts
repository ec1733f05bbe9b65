import { createHash } from 'node:crypto';
import { CommandClient } from '@desk/bullmq-transport';
import {
  authenticateFunnel,
  DomainError,
  type ResponseOf,
  tooManyRequests,
  UNKNOWN_KEY_LIMIT,
} from '@desk/contracts';
import { clientNetwork, InjectEnv } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { GatewayEnv } from '../env.js';
import { callerOf } from '../http/caller.js';
import { RequestLimiter } from '../request-limits/request-limiter.js';
import { FunnelKeyCache } from './funnel-key-cache.js';

/** Look-ups of new keys by this copy, from all networks together: what many networks at once can cost lead-router. */
const NEW_KEYS_PER_SECOND = 100;
const COUNTER = 'unknown-key';

type Funnel = ResponseOf<typeof authenticateFunnel>;

export interface AuthenticatedFunnel extends Funnel {
  readonly keyHash: string;
}

@Injectable()
export class FunnelAuthenticator {
  private readonly keys = new FunnelKeyCache<Funnel>();
  private readonly newKeys: RateLimiterMemory;

  constructor(
    private readonly commands: CommandClient,
    private readonly limiter: RequestLimiter,
    @InjectEnv() { RATE_LIMIT_FACTOR }: GatewayEnv,
  ) {
    this.newKeys = new RateLimiterMemory({ points: NEW_KEYS_PER_SECOND * RATE_LIMIT_FACTOR, duration: 1 });
  }

  /**
   * Identifies the funnel by the key that the request carries in `X-Funnel-Key` or as a bearer token.
   *
   * @throws UNKNOWN_FUNNEL_KEY, TOO_MANY_REQUESTS after too many unknown keys from this network
   */
  async authenticate(request: Request): Promise<AuthenticatedFunnel> {
    const network = clientNetwork(callerOf(request).address);
    const keyHash = readKeyHash(request);
    const funnel = keyHash === null ? null : await this.findFunnel(keyHash, network);
    if (keyHash !== null && funnel !== null) return { ...funnel, keyHash };
    await this.limiter.countRequest(COUNTER, UNKNOWN_KEY_LIMIT, network);
    throw new DomainError('UNKNOWN_FUNNEL_KEY');
  }

  /** Makes the next request with this key look it up, because it was revoked. */
  forget(keyHash: string): void {
    this.keys.forget(keyHash);
  }

  private async findFunnel(keyHash: string, network: string): Promise<Funnel | null> {
    const cached = this.keys.get(keyHash);
    if (cached !== undefined) return cached;
    const outdated = this.keys.getOutdated(keyHash);
    if (outdated === undefined) await this.assertMayLookUp(network);
    const lookup = this.keys.lookUp(keyHash, () => this.lookUp(keyHash));
    if (outdated === undefined) return lookup;
    // lead-router checks the key with each command anyway, so a busy lead-router is not waited for twice.
    lookup.catch(() => undefined);
    return outdated;
  }

  private async assertMayLookUp(network: string): Promise<void> {
    await this.limiter.assertNotOver(COUNTER, UNKNOWN_KEY_LIMIT, network);
    await this.newKeys.consume(COUNTER).catch(() => {
      throw tooManyRequests(1);
    });
  }

  private async lookUp(keyHash: string): Promise<Funnel | null> {
    try {
      return await this.commands.send(authenticateFunnel, { keyHash });
    } catch (error) {
      if (error instanceof DomainError && error.code === 'UNKNOWN_FUNNEL_KEY') return null;
      throw error;
    }
  }
}

function readKeyHash(request: Request): string | null {
  const key = request.get('x-funnel-key') ?? /^Bearer (\S+)$/i.exec(request.get('authorization') ?? '')?.[1];
  return key ? createHash('sha256').update(key).digest('hex') : null;
}
