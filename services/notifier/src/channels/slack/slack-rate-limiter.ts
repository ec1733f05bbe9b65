import { RedisLink } from '@desk/bullmq-transport';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';

/** Entries that are over are removed when there are this many. */
const MAX_ENTRIES = 1_000;

/** Spaces the messages of this process to each destination. */
export class IntervalLimiter {
  private readonly nextAtMs = new Map<string, number>();

  /** @param intervalMs between two messages to one destination */
  constructor(
    private readonly intervalMs: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** Returns how long to wait before the next message, which is counted only if `mayWaitMs` is enough. */
  reserve(destination: string, mayWaitMs: number): number {
    const waitMs = Math.max(0, (this.nextAtMs.get(destination) ?? 0) - this.now());
    if (waitMs <= mayWaitMs) this.hold(destination, waitMs + this.intervalMs);
    return waitMs;
  }

  /** Keeps messages from a destination that asked for a pause. */
  hold(destination: string, forMs: number): void {
    this.removeOld();
    const untilMs = this.now() + forMs;
    this.nextAtMs.set(destination, Math.max(untilMs, this.nextAtMs.get(destination) ?? 0));
  }

  private removeOld(): void {
    if (this.nextAtMs.size < MAX_ENTRIES) return;
    const now = this.now();
    for (const [destination, atMs] of this.nextAtMs) if (atMs <= now) this.nextAtMs.delete(destination);
  }
}

/** Slack accepts one message a second in a channel. */
const INTERVAL_MS = 1_000;
/** A slow Redis delays a message by no more than this. */
const REDIS_TIMEOUT_MS = 200;

/** Returns the wait in milliseconds by Redis's clock, and books the time only if `ARGV[1]` is enough to reach it. */
const RESERVE = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local at = math.max(now, tonumber(redis.call('GET', KEYS[1]) or '0'))
  local wait = at - now
  if wait <= tonumber(ARGV[1]) then
    local nextAt = at + tonumber(ARGV[2])
    redis.call('SET', KEYS[1], string.format('%.0f', nextAt), 'PX', string.format('%.0f', nextAt - now))
  end
  return wait`;

/** Never shortens a longer pause. */
const HOLD = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local heldUntil = now + tonumber(ARGV[1])
  if heldUntil > tonumber(redis.call('GET', KEYS[1]) or '0') then
    redis.call('SET', KEYS[1], string.format('%.0f', heldUntil), 'PX', ARGV[1])
  end
  return 0`;

/** Spaces the messages of all copies to each Slack channel. Without Redis each copy paces its own. */
@Injectable()
export class SlackRateLimiter {
  private readonly redis;
  /** Follows what Redis answers, so that the pace continues if Redis goes down. */
  private readonly own = new IntervalLimiter(INTERVAL_MS);
  /** When the messages that this copy postponed are tried again. */
  private readonly retries = new IntervalLimiter(INTERVAL_MS);

  constructor(
    private readonly link: RedisLink,
    @InjectLogger() private readonly logger: Logger,
  ) {
    this.redis = link.openWithTimeout(REDIS_TIMEOUT_MS);
  }

  /** Returns how long to wait before the next message, which is counted only if `mayWaitMs` is enough. */
  async reserve(slackChannelId: string, mayWaitMs: number): Promise<number> {
    try {
      const waitMs = Number(
        await this.redis.eval(RESERVE, 1, this.keyOf(slackChannelId), mayWaitMs, INTERVAL_MS),
      );
      this.own.hold(slackChannelId, waitMs <= mayWaitMs ? waitMs + INTERVAL_MS : waitMs);
      return waitMs;
    } catch (err) {
      this.logger.debug({ err }, 'slack paced without redis');
      return this.own.reserve(slackChannelId, mayWaitMs);
    }
  }

  /**
   * Returns when a message that cannot be sent within `waitMs` should be tried again. Each one gets a time of its own: if all
   * came back at the same moment, all but one would be postponed again.
   */
  scheduleRetry(slackChannelId: string, waitMs: number): number {
    this.retries.hold(slackChannelId, waitMs);
    return this.retries.reserve(slackChannelId, Number.POSITIVE_INFINITY);
  }

  /** Keeps the messages of all copies from a channel whose workspace asked for a pause. */
  async hold(slackChannelId: string, forMs: number): Promise<void> {
    this.own.hold(slackChannelId, forMs);
    try {
      await this.redis.eval(HOLD, 1, this.keyOf(slackChannelId), Math.ceil(forMs));
    } catch (err) {
      this.logger.debug({ err }, 'slack paced without redis');
    }
  }

  private keyOf(slackChannelId: string): string {
    return this.link.channel(`slack-pace.${slackChannelId}`);
  }
}
