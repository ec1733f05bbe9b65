import type { Caller, CurrentUser, ProofMethod } from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { AccountMails } from '../credentials/account-mails.js';
import type { Device } from '../known-devices/known-devices.js';
import { RateLimiter } from '../rate-limits/rate-limiter.js';
import { type SessionDto, SessionsService, toSessionDto } from '../sessions/sessions.service.js';
import { type SignInUserRow, SignInRepository } from './sign-in.repository.js';

export interface ProvenUser {
  readonly user: SignInUserRow;
  readonly caller: Caller;
  readonly device: Device;
  readonly method: ProofMethod;
  /** Whether it was counted as a sign-in attempt, which is taken back. */
  readonly isCounted: boolean;
  readonly replacedSid: string | undefined;
}

export interface StartedSession {
  readonly user: CurrentUser;
  readonly session: SessionDto;
}

/** Starts the session of a user who has proved who they are. */
@Injectable()
export class SessionStarter {
  constructor(
    private readonly transactions: Transactions,
    private readonly signIns: SignInRepository,
    private readonly sessions: SessionsService,
    private readonly rateLimiter: RateLimiter,
    private readonly mails: AccountMails,
  ) {}

  /**
   * Warns the owner if the device is new. Returns undefined if the account was disabled, or changed its password or
   * factors, since `user` was read.
   */
  async start(proven: ProvenUser, tx?: Tx): Promise<StartedSession | undefined> {
    const isNewDevice = proven.user.deviceStatus === 'new';
    if (tx || !isNewDevice) return this.createSession(proven, tx);
    return this.transactions.run((own) => this.createSession(proven, own));
  }

  private async createSession(
    { user, caller, device, method, isCounted, replacedSid }: ProvenUser,
    tx: Tx | undefined,
  ): Promise<StartedSession | undefined> {
    const session = this.sessions.build(user, caller);
    const resets = this.rateLimiter.resetsAfterSuccess(user.email, caller, isCounted);
    const newSession = { user, session, resets, caller, deviceKey: device.key, method, replacedSid };
    if (!(await this.signIns.createSession(newSession, tx))) return undefined;
    if (tx && user.deviceStatus === 'new')
      this.mails.publish(tx, user, 'new-device', {
        device: { name: device.name, network: device.network },
      });
    return { user: this.sessions.describeUser(user), session: toSessionDto(session) };
  }
}
