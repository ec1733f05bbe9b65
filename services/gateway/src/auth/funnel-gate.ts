import { DomainError } from '@desk/contracts';
import { InjectEnv } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { GatewayEnv } from '../env.js';
import type { IdentifiedRequest } from '../http/identity.js';
import { RequestLimiter } from '../request-limits/request-limiter.js';
import { addCorsHeaders } from './cors-headers.js';
import type { AuthenticatedFunnel } from './funnel-authenticator.js';

/** Enforces what an admin has set for a funnel: the origins of its pages, and how much it may post. */
@Injectable()
export class FunnelGate {
  private readonly ownOrigin: string;

  constructor(
    private readonly limiter: RequestLimiter,
    @InjectEnv() { PUBLIC_URL }: GatewayEnv,
  ) {
    this.ownOrigin = new URL(PUBLIC_URL).origin;
  }

  /** @throws ORIGIN_NOT_ALLOWED, TOO_MANY_REQUESTS */
  async enter(
    { funnelId, allowedOrigins = [], requestsPerSecond }: AuthenticatedFunnel,
    request: IdentifiedRequest,
    response: Response,
  ): Promise<void> {
    const origin = request.get('origin');
    // Without allowed origins, the funnel posts from servers. Some of them send the header too, and a browser sends a
    // key only after a preflight request has allowed it.
    if (origin !== undefined && allowedOrigins.length > 0 && origin !== this.ownOrigin) {
      if (!allowedOrigins.includes(origin)) throw new DomainError('ORIGIN_NOT_ALLOWED');
      addCorsHeaders(response, origin);
    }
    if (typeof requestsPerSecond !== 'number') return;
    request.funnelRate = requestsPerSecond;
    await this.count(funnelId, requestsPerSecond, 1);
  }

  /**
   * Counts the further leads of a request against the funnel's own limit, if it has one.
   * @throws TOO_MANY_REQUESTS
   */
  async countLeads({ funnelId, funnelRate }: IdentifiedRequest, furtherLeads: number): Promise<void> {
    if (funnelId === undefined || funnelRate === undefined) return;
    // A batch larger than the limit could never be posted otherwise. The request itself is counted already.
    const weight = Math.min(furtherLeads, funnelRate - 1);
    if (weight > 0) await this.count(funnelId, funnelRate, weight);
  }

  private count(funnelId: string, requests: number, weight: number): Promise<void> {
    const limit = { per: 'funnel key', requests, seconds: 1, countedBy: 'gateway' } as const;
    return this.limiter.countRequest(`funnel-${requests}`, limit, funnelId, weight);
  }
}
