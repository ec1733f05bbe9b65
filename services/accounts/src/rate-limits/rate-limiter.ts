import { type Caller, DomainError } from '@desk/contracts';
import { clientNetwork, InjectEnv } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { AccountsEnv } from '../env.js';
import type { CounterResets } from './counter-resets.js';
import { rateLimitKey } from './rate-limit-keys.js';
import { RateLimitRepository } from './rate-limit.repository.js';
import { ThrottledSignIns } from './throttled-sign-ins.js';

const HOUR_SECONDS = 3_600;

/** Requests allowed per hour from one client network. */
const HOURLY_LIMITS = {
  register: 30,
  'check-email': 60,
  'forgot-password': 20,
  'reset-password': 30,
  'confirm-email': 30,
  draft: 300,
  payment: 30,
  complete: 30,
} as const;
export type LimitedAction = keyof typeof HOURLY_LIMITS;

/** Emails of one kind allowed per hour to one mailbox, from all networks together. */
const EMAILS_PER_HOUR = 5;

const SIGN_IN = {
  freeAttemptsPerPair: 6,
  freeAttemptsPerNetwork: 50,
  freeAttemptsPerAccount: 50,
  maxWaitSeconds: 900,
  trustDays: 60,
} as const;

const tooManyRequests = (retryAfterSeconds: number): DomainError =>
  new DomainError('TOO_MANY_REQUESTS', { info: { retryAfter: String(retryAfterSeconds) } });

@Injectable()
export class RateLimiter {
  constructor(
    private readonly rateLimits: RateLimitRepository,
    private readonly throttled: ThrottledSignIns,
    @InjectEnv() private readonly env: AccountsEnv,
  ) {}

  /** @throws TOO_MANY_REQUESTS with `retryAfter` in seconds */
  async assertWithinLimit(action: LimitedAction, caller: Caller): Promise<void> {
    const key = rateLimitKey(action, clientNetwork(caller.address));
    const limit = HOURLY_LIMITS[action] * this.env.RATE_LIMIT_FACTOR;
    const waitSeconds = await this.rateLimits.countInWindow(key, limit, HOUR_SECONDS);
    if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
  }

  /** Whether this mailbox may receive another email of this kind. Each call counts as one email. */
  async canSendEmail(kind: string, email: string): Promise<boolean> {
    const key = rateLimitKey(`mail-${kind}`, email);
    const limit = EMAILS_PER_HOUR * this.env.RATE_LIMIT_FACTOR;
    return (await this.rateLimits.countInWindow(key, limit, HOUR_SECONDS)) === 0;
  }

  /**
   * Counts a sign-in attempt against the account, the network, and the pair.
   * Networks from which the owner signed in during the last 60 days are exempt from the account-wide counter,
   * so an attacker cannot lock the owner out.
   *
   * @throws TOO_MANY_REQUESTS with `retryAfter` in seconds
   */
  async countSignInAttempt(email: string, caller: Caller): Promise<void> {
    const { pairKey, networkKey, accountKey, exemption } = this.signInKeys(email, caller);
    const factor = this.env.RATE_LIMIT_FACTOR;
    const { maxWaitSeconds } = SIGN_IN;
    const waitSeconds = await this.rateLimits.countAttempt(
      [
        { key: pairKey, freeAttempts: SIGN_IN.freeAttemptsPerPair * factor, maxWaitSeconds },
        { key: networkKey, freeAttempts: SIGN_IN.freeAttemptsPerNetwork * factor, maxWaitSeconds },
        { key: accountKey, freeAttempts: SIGN_IN.freeAttemptsPerAccount * factor, maxWaitSeconds },
      ],
      exemption,
    );
    if (waitSeconds === 0) return;
    this.throttled.record(email, caller);
    throw tooManyRequests(waitSeconds);
  }

  /** Takes back the attempt after the password proved right. */
  async applyResets(email: string, caller: Caller): Promise<void> {
    await this.rateLimits.applyResets(this.resetsAfterSuccess(email, caller));
  }

  /** Counter resets after a successful sign-in, for callers that apply them in their own statement. */
  resetsAfterSuccess(email: string, caller: Caller): CounterResets {
    const { pairKey, networkKey, accountKey, exemption } = this.signInKeys(email, caller);
    return { ...exemption, decrementedKeys: [networkKey, accountKey], clearedKey: pairKey };
  }

  private signInKeys(email: string, caller: Caller) {
    const network = clientNetwork(caller.address);
    const accountKey = rateLimitKey('sign-in-to', email);
    return {
      pairKey: rateLimitKey('sign-in', email, network),
      networkKey: rateLimitKey('sign-in-from', network),
      accountKey,
      exemption: {
        counterKey: accountKey,
        trustKey: rateLimitKey('known', email, network),
        trustDays: SIGN_IN.trustDays,
      },
    };
  }
}
