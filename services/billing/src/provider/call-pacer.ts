import { setTimeout as pause } from 'node:timers/promises';
import { RedisLink } from '@desk/bullmq-transport';
import { InjectEnv } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { ProviderEnv } from './provider-settings.js';

/** A slow Redis delays a call by no more than this. */
const REDIS_TIMEOUT_MS = 100;
/** After this the call is deferred, so that charges in progress do not occupy every worker. */
const MAX_WAIT_MS = 5_000;
/** Spreads the calls that wait for the same second. */
const MAX_JITTER_MS = 200;
/** Without Redis, copies cannot see each other's calls, so each assumes that there are this many. */
const ASSUMED_COPIES = 4;

/** A call was not sent: too many others wait for the provider's rate limit, or the provider does not answer. */
export class CallNotSent extends Error {
  override readonly name = 'CallNotSent';
}

/** Keeps the calls of all copies together below the provider's rate limit, per endpoint. */
@Injectable()
export class CallPacer {
  private readonly limiter: RateLimiterRedis;

  constructor(link: RedisLink, @InjectEnv() env: Pick<ProviderEnv, 'STRIPE_CALLS_PER_SECOND'>) {
    const points = env.STRIPE_CALLS_PER_SECOND;
    this.limiter = new RateLimiterRedis({
      keyPrefix: link.channel('provider-calls'),
      points,
      duration: 1,
      storeClient: link.openWithTimeout(REDIS_TIMEOUT_MS),
      rejectIfRedisNotReady: true,
      inMemoryBlockOnConsumed: points,
      insuranceLimiter: new RateLimiterMemory({ points: Math.ceil(points / ASSUMED_COPIES), duration: 1 }),
    });
  }

  /**
   * Waits until a call may be sent. Resolves with the number of calls in this second, including this one.
   * @throws CallNotSent
   */
  async wait(endpoint: string): Promise<number> {
    const deadline = Date.now() + MAX_WAIT_MS;
    for (;;) {
      try {
        return (await this.limiter.consume(endpoint)).consumedPoints;
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const pauseMs = refusal.msBeforeNext + Math.random() * MAX_JITTER_MS;
        if (Date.now() + pauseMs > deadline)
          throw new CallNotSent(`too many calls of ${endpoint} are waiting`);
        await pause(pauseMs);
      }
    }
  }

  /** Stops all copies for a second, after the provider has answered that its limit was exceeded. */
  async backOff(endpoint: string): Promise<void> {
    await this.limiter.block(endpoint, 1);
  }
}
