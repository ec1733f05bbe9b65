import { DomainError } from '@desk/contracts';
import { InjectEnv } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { AccountsEnv } from '../env.js';
import type { Caller } from '../sign-in/client.js';
import { network, throttleKey } from './throttle-keys.js';
import { type Success, ThrottlesRepository } from './throttles.repository.js';

const HOUR = 3_600;
const KNOWN_DAYS = 60;

/** How often one network may ask in an hour, by what it asks. */
const perHour = {
  register: 30,
  'check-email': 60,
  'forgot-password': 20,
  'reset-password': 30,
  'confirm-email': 30,
  draft: 300,
  payment: 30,
  complete: 30,
} as const;
export type Limited = keyof typeof perHour;

/** Mails that one address may be sent in an hour, whoever asks. */
const MAILS_PER_HOUR = 5;

const tooMany = (seconds: number): DomainError =>
  new DomainError('TOO_MANY_REQUESTS', { info: { retryAfter: String(seconds) } });

@Injectable()
export class ThrottlingService {
  constructor(
    private readonly throttles: ThrottlesRepository,
    @InjectEnv() private readonly env: AccountsEnv,
  ) {}

  /** Throws TOO_MANY_REQUESTS when this network has asked too often. */
  async limit(what: Limited, caller: Caller): Promise<void> {
    const key = throttleKey(what, network(caller.address));
    const wait = await this.throttles.useWindow(key, perHour[what] * this.env.RATE_LIMIT_FACTOR, HOUR);
    if (wait > 0) throw tooMany(wait);
  }

  /** False when this mailbox has had enough mails of this kind; nobody is told. */
  async mayMail(kind: string, email: string): Promise<boolean> {
    const key = throttleKey(`mail-${kind}`, email);
    return (await this.throttles.useWindow(key, MAILS_PER_HOUR * this.env.RATE_LIMIT_FACTOR, HOUR)) === 0;
  }

  /**
   * Counts a try to sign in. Three counters: this account from this network, this network, and this account from
   * everywhere. The last does not count against a network from which the account was signed in to of late, so
   * that nobody can lock the owner out.
   */
  async trySignIn(email: string, caller: Caller): Promise<void> {
    const { pair, from, account, sparing } = this.signInKeys(email, caller);
    const factor = this.env.RATE_LIMIT_FACTOR;
    const wait = await this.throttles.tryNow(
      [
        { key: pair, free: 6 * factor, maxSeconds: 900 },
        { key: from, free: 50 * factor, maxSeconds: 900 },
        { key: account, free: 50 * factor, maxSeconds: 900 },
      ],
      sparing,
    );
    if (wait > 0) throw tooMany(wait);
  }

  /** After a right password. */
  async signedIn(email: string, caller: Caller): Promise<void> {
    await this.throttles.succeed(this.successOf(email, caller));
  }

  /** What a right password changes, for a statement that does more. */
  successOf(email: string, caller: Caller): Success {
    const { pair, from, account, sparing } = this.signInKeys(email, caller);
    return { ...sparing, lessened: [from, account], forgotten: pair };
  }

  private signInKeys(email: string, caller: Caller) {
    const from = network(caller.address);
    const account = throttleKey('sign-in-to', email);
    return {
      pair: throttleKey('sign-in', email, from),
      from: throttleKey('sign-in-from', from),
      account,
      sparing: { counter: account, remembered: throttleKey('known', email, from), days: KNOWN_DAYS },
    };
  }
}
