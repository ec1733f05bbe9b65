import {
  accountLimits,
  type Caller,
  canonicalMailbox,
  MAILBOX_LIMIT,
  MAILS_PER_UNKNOWN_NETWORK,
  type RequestLimit,
  tooManyRequests,
} from '@desk/contracts';
import {
  clientNetwork,
  InjectEnv,
  KeyedDigests,
  type requestLimitSettings,
  type SettingsOf,
} from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { CredentialEnv } from '../credentials/credential-settings.js';
import type { CounterResets } from './counter-resets.js';
import { RateLimitRepository } from './rate-limit.repository.js';
import { ThrottledSignIns } from './throttled-sign-ins.js';

type LimitedAction = keyof typeof accountLimits;

const SIGN_IN = {
  freeAttemptsPerPair: 6,
  freeAttemptsPerNetwork: 50,
  freeAttemptsPerAccount: 50,
  maxWaitSeconds: 900,
  trustDays: 60,
} as const;

@Injectable()
export class RateLimiter {
  private readonly digests: KeyedDigests;

  constructor(
    private readonly rateLimits: RateLimitRepository,
    private readonly throttled: ThrottledSignIns,
    @InjectEnv() private readonly env: CredentialEnv & SettingsOf<typeof requestLimitSettings>,
  ) {
    this.digests = new KeyedDigests(env.CREDENTIAL_KEYS, 'credential keys');
  }

  /** @throws TOO_MANY_REQUESTS with `retryAfter` in seconds */
  async assertWithinLimit(action: LimitedAction, caller: Caller): Promise<void> {
    const key = this.toKey(action, clientNetwork(caller.address));
    const waitSeconds = await this.countInWindow(key, accountLimits[action]);
    if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
  }

  /** Whether this mailbox may receive another email of this kind. Each call counts as one email. */
  canSendEmail(kind: string, email: string): Promise<boolean> {
    return this.isWithinLimit(this.toKey(`mail-${kind}`, canonicalMailbox(email)), MAILBOX_LIMIT);
  }

  /**
   * Like `canSendEmail`, for an email that anyone can request without signing in.
   *
   * A network from which the owner signed in during the last 60 days has a quota of its own, so a stranger cannot use
   * up the owner's. All other networks share one, of which each can use up only a part.
   */
  async canSendRequestedEmail(kind: string, email: string, address: string): Promise<boolean> {
    const network = clientNetwork(address);
    const { trustKey, trustDays } = this.signInKeys(email, address).exemption;
    const pairKey = this.toKey(`mail-${kind}`, canonicalMailbox(email), network);
    if (await this.rateLimits.isTrusted(trustKey, trustDays))
      return this.isWithinLimit(pairKey, MAILBOX_LIMIT);
    const ofOneNetwork = { ...MAILBOX_LIMIT, requests: MAILS_PER_UNKNOWN_NETWORK };
    return (await this.isWithinLimit(pairKey, ofOneNetwork)) && (await this.canSendEmail(kind, email));
  }

  /**
   * Counts a sign-in attempt for the account, the network, and the pair of both. The account's counter does not count
   * attempts that the other two refuse, and does not apply to networks from which the owner signed in during the last
   * 60 days. So an attacker cannot lock the owner out of those networks, nor, from a single network, out of any other.
   *
   * @throws TOO_MANY_REQUESTS with `retryAfter` in seconds
   */
  async countSignInAttempt(email: string, caller: Caller): Promise<void> {
    const { pairKey, networkKey, accountKey, exemption } = this.signInKeys(email, caller.address);
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

  /** Takes back one attempt after a right password or second factor. */
  async takeBackAttempt(email: string, caller: Caller): Promise<void> {
    await this.rateLimits.applyResets(this.resetsAfterSuccess(email, caller));
  }

  /** Counter resets after a successful sign-in, for callers that apply them in their own statement. */
  resetsAfterSuccess(email: string, caller: Caller, isCounted = true): CounterResets {
    const { pairKey, networkKey, accountKey, exemption } = this.signInKeys(email, caller.address);
    return { ...exemption, decrementedKeys: isCounted ? [networkKey, accountKey] : [], clearedKey: pairKey };
  }

  /** Names a counter. The table reveals neither addresses nor emails. */
  private toKey(purpose: string, ...parts: readonly string[]): string {
    return `${purpose}:${this.digests.digest('throttle', purpose, ...parts)}`;
  }

  private async isWithinLimit(key: string, limit: RequestLimit): Promise<boolean> {
    return (await this.countInWindow(key, limit)) === 0;
  }

  private countInWindow(key: string, { requests, seconds }: RequestLimit): Promise<number> {
    return this.rateLimits.countInWindow(key, requests * this.env.RATE_LIMIT_FACTOR, seconds);
  }

  private signInKeys(email: string, address: string) {
    const network = clientNetwork(address);
    const accountKey = this.toKey('sign-in-to', email);
    return {
      pairKey: this.toKey('sign-in', email, network),
      networkKey: this.toKey('sign-in-from', network),
      accountKey,
      exemption: {
        counterKey: accountKey,
        trustKey: this.toKey('known', email, network),
        trustDays: SIGN_IN.trustDays,
      },
    };
  }
}
