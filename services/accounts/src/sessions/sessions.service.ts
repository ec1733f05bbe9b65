import { randomUUID } from 'node:crypto';
import type { CurrentUser, ResponseOf, signIn, UserSession } from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { InjectEnv } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import type { AccountsEnv } from '../env.js';
import type { Caller } from '../sign-in/client.js';
import { toCurrentUser } from '../users/to-current-user.js';
import { sessionName } from './session-name.js';
import { type NewSession, SessionsRepository } from './sessions.repository.js';

export type Session = ResponseOf<typeof signIn>['session'];

const HOUR_MS = 3_600_000;
/** However much it is used, a session ends after this. */
const SESSION_LONGEST_MS = 30 * 24 * HOUR_MS;

/** `expiresAt` is when it ends at the latest; without use it ends sooner. */
export const toSession = ({ sid, data }: NewSession): Session => ({ sid, expiresAt: data.endsAt });

@Injectable()
export class SessionsService {
  private readonly idleMs: number;

  constructor(
    private readonly transactions: Transactions,
    private readonly sessions: SessionsRepository,
    private readonly audit: AuditRepository,
    @InjectEnv() env: AccountsEnv,
  ) {
    this.idleMs = env.SESSION_IDLE_HOURS * HOUR_MS;
  }

  /** A session as it begins now. It is in force when it is stored. */
  create(userId: string, { userAgent }: Caller): NewSession {
    const now = Date.now();
    const beganAt = new Date(now).toISOString();
    const endsAt = new Date(now + SESSION_LONGEST_MS).toISOString();
    const data = { userId, endsAt, userAgent, beganAt, lastUsedAt: beganAt };
    return { sid: randomUUID(), data, idleMs: this.idleMs };
  }

  async begin(tx: Tx, userId: string, caller: Caller): Promise<Session> {
    const session = this.create(userId, caller);
    await this.sessions.add(tx, session);
    return toSession(session);
  }

  /** Looked up each time, so that ending a session holds from the next request on. */
  async resolve(sid: string, passive: boolean): Promise<CurrentUser | null> {
    const user = await this.sessions.userOf(sid, this.idleMs, passive);
    return user && !user.disabledAt ? toCurrentUser(user, user.pendingEmail) : null;
  }

  async end(sid: string, caller: Caller): Promise<void> {
    await this.transactions.run(async (tx) => {
      const userId = await this.sessions.remove(tx, sid);
      if (userId) await this.audit.add(tx, { action: 'signed-out', userId, actorId: userId, caller });
    });
  }

  async list(userId: string, own: string): Promise<UserSession[]> {
    const rows = await this.sessions.listOf(userId, own, this.idleMs);
    return rows.map(({ sid, userAgent, beganAt, lastUsedAt }) => ({
      id: sessionName(sid),
      current: sid === own,
      userAgent,
      beganAt: beganAt?.toISOString() ?? null,
      lastUsedAt: lastUsedAt.toISOString(),
    }));
  }

  /** Answers how many there were. */
  async endOthers(userId: string, own: string, caller: Caller): Promise<number> {
    return this.transactions.run(async (tx) => {
      const ended = await this.sessions.removeOf(tx, userId, own);
      if (ended > 0)
        await this.audit.add(tx, {
          action: 'sessions-ended',
          userId,
          actorId: userId,
          caller,
          newValue: { ended },
        });
      return ended;
    });
  }
}
