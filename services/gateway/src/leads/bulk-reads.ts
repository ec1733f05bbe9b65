import { RedisLink } from '@desk/bullmq-transport';
import { BULK_READ_LIMIT, DomainError, type Route } from '@desk/contracts';
import {
  InjectEnv,
  InjectLogger,
  type Logger,
  type requestLimitSettings,
  type SettingsOf,
  stableUuid,
} from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { AccessRecorder } from '../audit/access-recorder.js';
import { toAccessRecord } from '../audit/to-access-record.js';
import type { IdentifiedRequest } from '../http/identity.js';

const MAX_USERS = 1_000;

/** Remembers which leads users read a short time ago, in the memory of this process. */
export class ReadLeadsMemory {
  /** By user: the ids of the leads they read, and when each was first read. */
  private readonly reads = new LRUCache<string, Map<string, number>>({ max: MAX_USERS });

  constructor(
    private readonly windowMs: number,
    private readonly maxRemembered: number,
  ) {}

  /**
   * Returns how many leads were read with these; 0 if none of them is new. Remembers them, unless that would be more than
   * `allowed`.
   */
  count(userId: string, leadIds: readonly string[], allowed: number, nowMs: number): number {
    const read = this.reads.get(userId) ?? new Map<string, number>();
    this.reads.set(userId, read);
    for (const [leadId, readAtMs] of read) if (readAtMs <= nowMs - this.windowMs) read.delete(leadId);
    const fresh = leadIds.filter((leadId) => !read.has(leadId));
    if (fresh.length === 0) return 0;
    const count = read.size + fresh.length;
    if (count > allowed) return count;
    for (const leadId of fresh) if (read.size < this.maxRemembered) read.set(leadId, nowMs);
    return count;
  }
}

const REDIS_TIMEOUT_MS = 100;
const WINDOW_MS = BULK_READ_LIMIT.seconds * 1_000;
/** With a recent proof more may be read. What is remembered of one agent still has a maximum. */
const MAX_REMEMBERED = 2_000;
/** One entry in the audit log for all that one proof allows to read. */
const RECORD_INTERVAL_MS = 600_000;

/**
 * Returns how many leads were read with these; 0 if none of them is new. Remembers them, unless that would be more than
 * allowed.
 */
const COUNT = `
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1] - ARGV[2])
  local before = redis.call('ZCARD', KEYS[1])
  local new = {}
  for i = 5, #ARGV do
    if not redis.call('ZSCORE', KEYS[1], ARGV[i]) then table.insert(new, ARGV[i]) end
  end
  if #new == 0 then return 0 end
  if before + #new > tonumber(ARGV[3]) then return before + #new end
  for i, id in ipairs(new) do
    if before + i <= tonumber(ARGV[4]) then redis.call('ZADD', KEYS[1], ARGV[1], id) end
  end
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  return before + #new`;

/**
 * Reading an agent's leads page by page amounts to an export, so it needs a proof and is recorded like one.
 * A lead counts once an hour, so a page that reloads the same leads soon again needs no proof.
 */
@Injectable()
export class BulkReads {
  private readonly redis: Redis;
  private readonly memory = new ReadLeadsMemory(WINDOW_MS, MAX_REMEMBERED);
  private readonly limit: number;

  constructor(
    private readonly link: RedisLink,
    private readonly recorder: AccessRecorder,
    @InjectEnv() env: SettingsOf<typeof requestLimitSettings>,
    @InjectLogger() private readonly logger: Logger,
  ) {
    this.redis = link.openWithTimeout(REDIS_TIMEOUT_MS);
    this.limit = Math.round(BULK_READ_LIMIT.leads * env.RATE_LIMIT_FACTOR);
  }

  /** Returns whether reading `count` more leads may need a proof that this session does not have. */
  async mayRefuse({ signedIn }: IdentifiedRequest, count: number): Promise<boolean> {
    if (!signedIn || signedIn.recentlyAuthenticated) return false;
    try {
      const key = this.link.channel(`bulk-reads.${signedIn.user.id}`);
      return (await this.redis.zcount(key, Date.now() - WINDOW_MS, '+inf')) + count > this.limit;
    } catch {
      return true;
    }
  }

  /**
   * Call it before leads with contact data are answered. Resolves once what has to be recorded is in the audit log.
   *
   * @throws REAUTHENTICATION_REQUIRED, UNAVAILABLE
   */
  async admit(route: Route, request: IdentifiedRequest, leadIds: readonly string[]): Promise<void> {
    const { signedIn } = request;
    if (!signedIn || leadIds.length === 0) return;
    const isProven = signedIn.recentlyAuthenticated;
    const allowed = isProven ? Number.MAX_SAFE_INTEGER : this.limit;
    const read = await this.count(signedIn.user.id, leadIds, allowed);
    if (read <= this.limit) return;
    if (!isProven) {
      this.recorder.add(toAccessRecord('access-refused', route, request));
      throw new DomainError('REAUTHENTICATION_REQUIRED');
    }
    const interval = Math.floor(Date.now() / RECORD_INTERVAL_MS);
    const id = stableUuid('bulk-read', signedIn.user.id, interval);
    await this.recorder.write({ ...toAccessRecord('data-exported', route, request), subject: null, id });
  }

  /** While Redis is down, each copy of the gateway counts for itself. */
  private async count(userId: string, leadIds: readonly string[], allowed: number): Promise<number> {
    const now = Date.now();
    try {
      const key = this.link.channel(`bulk-reads.${userId}`);
      const settings = [now, WINDOW_MS, allowed, MAX_REMEMBERED];
      return Number(await this.redis.eval(COUNT, 1, key, ...settings, ...leadIds));
    } catch (err) {
      this.logger.warn({ err }, 'bulk reads counted in memory');
      return this.memory.count(userId, leadIds, allowed, now);
    }
  }
}
