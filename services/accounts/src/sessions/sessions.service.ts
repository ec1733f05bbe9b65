import { randomUUID } from 'node:crypto';
import type { Caller, CurrentUser, ResponseOf, signIn, UserSession } from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { InjectEnv } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import type { AccountsEnv } from '../env.js';
import { toCurrentUser } from '../users/current-user.js';
import { toPublicSessionId } from './public-session-id.js';
import { type NewSession, SessionRepository } from './session.repository.js';

export type SessionDto = ResponseOf<typeof signIn>['session'];

const HOUR_MS = 3_600_000;
const MAX_SESSION_AGE_MS = 30 * 24 * HOUR_MS;

/** `expiresAt` is the latest possible end; an unused session ends sooner. */
export const toSessionDto = ({ sid, data }: NewSession): SessionDto => ({ sid, expiresAt: data.endsAt });

@Injectable()
export class SessionsService {
  private readonly idleMs: number;

  constructor(
    private readonly transactions: Transactions,
    private readonly sessions: SessionRepository,
    private readonly audit: AuditRepository,
    @InjectEnv() env: AccountsEnv,
  ) {
    this.idleMs = env.SESSION_IDLE_HOURS * HOUR_MS;
  }

  /** Builds a session that starts now. It becomes valid once the caller stores it. */
  build(userId: string, { userAgent }: Caller): NewSession {
    const now = Date.now();
    const beganAt = new Date(now).toISOString();
    const endsAt = new Date(now + MAX_SESSION_AGE_MS).toISOString();
    const data = { userId, endsAt, userAgent, beganAt, lastUsedAt: beganAt };
    return { sid: randomUUID(), data, idleMs: this.idleMs };
  }

  async create(tx: Tx, userId: string, caller: Caller): Promise<SessionDto> {
    const session = this.build(userId, caller);
    await this.sessions.insert(tx, session);
    return toSessionDto(session);
  }

  /** Reads the database on every request, so that ending a session takes effect with the next one. */
  async resolve(sid: string, passive: boolean): Promise<CurrentUser | null> {
    const user = await this.sessions.findUser(sid, this.idleMs, passive);
    return user && !user.disabledAt ? toCurrentUser(user, user.pendingEmail) : null;
  }

  async end(sid: string, caller: Caller): Promise<void> {
    await this.transactions.run(async (tx) => {
      const userId = await this.sessions.delete(tx, sid);
      if (userId) await this.audit.insert(tx, { action: 'signed-out', userId, actorId: userId, caller });
    });
  }

  async list(userId: string, currentSid: string): Promise<UserSession[]> {
    const rows = await this.sessions.listByUser(userId, currentSid, this.idleMs);
    return rows.map(({ sid, userAgent, beganAt, lastUsedAt }) => ({
      id: toPublicSessionId(sid),
      current: sid === currentSid,
      userAgent,
      beganAt: beganAt?.toISOString() ?? null,
      lastUsedAt: lastUsedAt.toISOString(),
    }));
  }

  /** Returns how many sessions it ended. */
  async endOthers(userId: string, currentSid: string, caller: Caller): Promise<number> {
    return this.transactions.run(async (tx) => {
      const ended = await this.sessions.deleteByUser(tx, userId, currentSid);
      if (ended > 0)
        await this.audit.insert(tx, {
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
