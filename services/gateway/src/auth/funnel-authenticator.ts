import { createHash } from 'node:crypto';
import { CommandClient } from '@desk/bullmq-transport';
import { authenticateFunnel, DomainError } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';

/** How long a revoked key may still pass here unless it is forgotten; lead-router refuses it at once. */
const CACHE_TTL_MS = 5_000;
const MAX_CACHED_KEYS = 10_000;

interface CachedKey {
  readonly funnelId: string;
  readonly expiresAtMs: number;
}

export interface AuthenticatedFunnel {
  readonly funnelId: string;
  readonly keyHash: string;
}

@Injectable()
export class FunnelAuthenticator {
  private readonly cache = new Map<string, CachedKey>();

  constructor(private readonly commands: CommandClient) {}

  /**
   * Identifies the funnel by the key that the request carries in `X-Funnel-Key` or as a bearer token.
   * @throws UNKNOWN_FUNNEL_KEY
   */
  async authenticate(request: Request): Promise<AuthenticatedFunnel> {
    const key =
      request.get('x-funnel-key') ?? /^Bearer (\S+)$/i.exec(request.get('authorization') ?? '')?.[1];
    if (!key) throw new DomainError('UNKNOWN_FUNNEL_KEY');
    const keyHash = createHash('sha256').update(key).digest('hex');
    const cached = this.cache.get(keyHash);
    if (cached && cached.expiresAtMs > Date.now()) return { funnelId: cached.funnelId, keyHash };
    this.cache.delete(keyHash);
    const { funnelId } = await this.commands.send(authenticateFunnel, { keyHash });
    if (this.cache.size >= MAX_CACHED_KEYS) this.cache.clear();
    this.cache.set(keyHash, { funnelId, expiresAtMs: Date.now() + CACHE_TTL_MS });
    return { funnelId, keyHash };
  }

  /** Makes the next request with this key look it up. */
  forget(keyHash: string): void {
    this.cache.delete(keyHash);
  }
}
