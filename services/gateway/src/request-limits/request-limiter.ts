import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { RedisLink } from '@desk/bullmq-transport';
import { type RequestLimit, tooManyRequests } from '@desk/contracts';
import { HealthServer, InjectEnv, type requestLimitSettings, type SettingsOf } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { Counter } from 'prom-client';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { BoundedMemoryLimiter } from './bounded-memory-limiter.js';

/** The secret that all copies share. */
export interface SubjectKeyEnv {
  readonly JWT_KEYS: string;
}

export const deriveSubjectKey = (
  { JWT_KEYS }: SubjectKeyEnv,
  purpose: 'request limits' | 'phone turns',
): KeyObject => createSecretKey(Buffer.from(hkdfSync('sha256', JWT_KEYS, '', purpose, 32)));

/** Keyed, because a plain hash of an IPv4 address or a phone number is reversed by trying all of them. */
export const hashSubject = (key: KeyObject, subject: string): string =>
  createHmac('sha256', key).update(subject).digest('base64url').slice(0, 22);

/** Each count waits no longer than this for Redis; then the counters of this process decide. */
const REDIS_TIMEOUT_MS = 100;

/**
 * Counts requests in windows shared by all copies of the gateway. Without Redis each copy counts for itself. A subject
 * over its limit is refused from memory, so that a flood does not reach Redis.
 */
@Injectable()
export class RequestLimiter implements OnModuleInit {
  private readonly redis: Redis;
  private readonly subjectKey: KeyObject;
  private readonly limiters = new Map<string, RateLimiterRedis>();
  private readonly refusals: Counter<'counter' | 'per'>;

  constructor(
    private readonly link: RedisLink,
    @InjectEnv() private readonly env: SubjectKeyEnv & SettingsOf<typeof requestLimitSettings>,
    health: HealthServer,
  ) {
    this.redis = link.openWithTimeout(REDIS_TIMEOUT_MS);
    this.subjectKey = deriveSubjectKey(env, 'request limits');
    this.refusals = new Counter({
      name: 'http_requests_limited_total',
      help: 'Requests refused by a request limit',
      labelNames: ['counter', 'per'],
      registers: [health.metrics],
    });
  }

  /** Waits for the connection, so that the first requests are counted where all copies see them. */
  async onModuleInit(): Promise<void> {
    if (this.redis.status === 'ready') return;
    await new Promise<void>((resolve) => {
      this.redis.once('ready', resolve);
      setTimeout(resolve, 1_000).unref();
    });
  }

  /**
   * Counts a request, which may weigh as much as several. `counter` names what is counted: a route, or a kind of failure.
   *
   * @throws TOO_MANY_REQUESTS with `retryAfter` in seconds
   */
  async countRequest(counter: string, limit: RequestLimit, subject: string, weight = 1): Promise<void> {
    try {
      await this.limiterOf(counter, limit).consume(hashSubject(this.subjectKey, subject), weight);
    } catch (refusal) {
      throw this.toError(counter, limit, refusal);
    }
  }

  private toError(counter: string, { per }: RequestLimit, refusal: unknown): unknown {
    if (!(refusal instanceof RateLimiterRes)) return refusal;
    this.refusals.inc({ counter, per });
    return tooManyRequests(Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000)));
  }

  private limiterOf(counter: string, { per, requests, seconds }: RequestLimit): RateLimiterRedis {
    const keyPrefix = this.link.channel(`limit.${counter}.${per.replace(' ', '-')}.${seconds}`);
    const existing = this.limiters.get(keyPrefix);
    if (existing) return existing;
    const points = Math.round(requests * this.env.RATE_LIMIT_FACTOR);
    const window = { keyPrefix, points, duration: seconds };
    const limiter = new RateLimiterRedis({
      ...window,
      storeClient: this.redis,
      rejectIfRedisNotReady: true,
      inMemoryBlockOnConsumed: points,
      insuranceLimiter: new BoundedMemoryLimiter(window),
    });
    this.limiters.set(keyPrefix, limiter);
    return limiter;
  }
}
