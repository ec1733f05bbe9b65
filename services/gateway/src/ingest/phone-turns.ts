import { type KeyObject, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { RedisLink } from '@desk/bullmq-transport';
import { InjectEnv } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { deriveSubjectKey, hashSubject, type SubjectKeyEnv } from '../request-limits/request-limiter.js';

/** As long as a post may wait for another one with its idempotency key. */
const MAX_WAIT_MS = 2_000;
const POLL_INTERVAL_MS = 50;
const REDIS_TIMEOUT_MS = 500;
/** Ends the turn of a copy that was killed. Longer than a check, a look-up and an acceptance may take together. */
const MAX_TURN_MS = 10_000;

/** Deletes the key if it still has the value: another post may have the turn by now. */
const END_TURN = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;

/**
 * Lets posts of one phone number take turns, at all copies of the gateway, so that only the first is looked up. It only
 * saves look-ups: without Redis, or after two seconds, a post goes on without a turn.
 */
@Injectable()
export class PhoneTurns {
  private readonly redis: ReturnType<RedisLink['openWithTimeout']>;
  private readonly subjectKey: KeyObject;

  constructor(
    private readonly link: RedisLink,
    @InjectEnv() env: SubjectKeyEnv,
  ) {
    this.redis = link.openWithTimeout(REDIS_TIMEOUT_MS);
    this.subjectKey = deriveSubjectKey(env, 'phone turns');
  }

  async run<T>(phone: string, work: () => Promise<T>): Promise<T> {
    const key = this.link.channel(`phone-turn.${hashSubject(this.subjectKey, phone)}`);
    const turn = randomUUID();
    const hasTurn = await this.waitForTurn(key, turn);
    try {
      return await work();
    } finally {
      // The post is decided, so its answer does not wait for Redis.
      if (hasTurn) void this.redis.eval(END_TURN, 1, key, turn).catch(() => undefined);
    }
  }

  /** Returns false if the post should go on without a turn. */
  private async waitForTurn(key: string, turn: string): Promise<boolean> {
    const deadline = performance.now() + MAX_WAIT_MS;
    try {
      while ((await this.redis.set(key, turn, 'PX', MAX_TURN_MS, 'NX')) === null) {
        if (performance.now() > deadline) return false;
        await setTimeout(POLL_INTERVAL_MS);
      }
      return true;
    } catch {
      return false;
    }
  }
}
