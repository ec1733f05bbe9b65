import type {
  Caller,
  CurrentUser,
  registerUser,
  resolveSession,
  ResponseOf,
  UserSession,
} from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { InjectEnv, type SettingsOf } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import type { sessionSettings } from './session-settings.js';
import { KnownDevices } from '../known-devices/known-devices.js';
import { SecondFactorPolicy } from '../credentials/second-factor-policy.js';
import { type CurrentUserRow, toCurrentUser } from '../users/current-user.js';
import { newSessionId, toPublicSessionId } from './session-id.js';
import { MAX_ADMIN_SESSION_HOURS, type NewSession, SessionRepository } from './session.repository.js';

export type SessionDto = ResponseOf<typeof registerUser>['session'];

type SessionOwner = Pick<CurrentUserRow, 'id' | 'isAdmin'>;

const HOUR_MS = 3_600_000;
const MAX_SESSION_HOURS = 30 * 24;

/** `expiresAt` is the latest possible end; an unused session ends sooner. */
export const toSessionDto = ({ sid, data }: NewSession): SessionDto => ({ sid, expiresAt: data.endsAt });

@Injectable()
export class SessionsService {
  private readonly idleMs: number;

  constructor(
    private readonly transactions: Transactions,
    private readonly sessions: SessionRepository,
    private readonly devices: KnownDevices,
    private readonly policy: SecondFactorPolicy,
    private readonly audit: AuditRepository,
    @InjectEnv() env: SettingsOf<typeof sessionSettings>,
  ) {
    this.idleMs = env.SESSION_IDLE_HOURS * HOUR_MS;
  }

  /** Builds a session that starts now. It becomes valid once the caller stores it. Admins' sessions are shorter. */
  build({ id: userId, isAdmin }: SessionOwner, { userAgent }: Caller): NewSession {
    const now = Date.now();
    const beganAt = new Date(now).toISOString();
    const maxHours = isAdmin ? MAX_ADMIN_SESSION_HOURS : MAX_SESSION_HOURS;
    const endsAt = new Date(now + maxHours * HOUR_MS).toISOString();
    const data = { userId, endsAt, userAgent, beganAt, lastUsedAt: beganAt };
    return { sid: newSessionId(), data, idleMs: this.idleMs };
  }

  /** Starts the first session of a new user. It ends the session that the request came with. */
  async create(tx: Tx, owner: SessionOwner, caller: Caller, replacedSid?: string): Promise<SessionDto> {
    const session = this.build(owner, caller);
    if (replacedSid !== undefined) await this.delete(tx, replacedSid, caller);
    await this.sessions.insert(tx, session);
    await this.devices.record(tx, owner.id, this.devices.describe(caller).key);
    return toSessionDto(session);
  }

  /** Reads the database on every request, so that ending a session takes effect with the next one. */
  async resolve(sid: string, passive: boolean): Promise<ResponseOf<typeof resolveSession>> {
    const row = await this.sessions.findUser(sid, this.idleMs, passive);
    if (!row || row.disabledAt) return { user: null, recentlyAuthenticated: false, recoveryVersion: 0 };
    return {
      user: this.describeUser(row),
      recentlyAuthenticated: row.isRecentlyAuthenticated,
      recoveryVersion: row.recoveryVersion,
    };
  }

  /** Returns what the browser of a signed-in user may know about them. */
  describeUser(user: CurrentUserRow): CurrentUser {
    const described = toCurrentUser(user, user.pendingEmail);
    return this.policy.isMissing(user) ? { ...described, secondFactorRequired: true } : described;
  }

  async end(sid: string, caller: Caller): Promise<void> {
    await this.transactions.run((tx) => this.delete(tx, sid, caller));
  }

  /** `currentSid` is null if somebody else reads the list. */
  async list(userId: string, currentSid: string | null): Promise<UserSession[]> {
    const rows = await this.sessions.listByUser(userId, currentSid);
    return rows.map(({ sid, userAgent, beganAt, lastUsedAt }) => ({
      id: toPublicSessionId(sid),
      current: sid === currentSid,
      userAgent,
      beganAt: beganAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
    }));
  }

  /** Ends the sessions of a user except `keptSid`. Returns how many it ended. */
  async endAll(userId: string, keptSid: string | null, caller: Caller): Promise<number> {
    return this.transactions.run(async (tx) => {
      const ended = await this.sessions.deleteByUser(tx, userId, keptSid);
      const newValue = { ended };
      if (ended > 0) await this.audit.insertByUser(tx, 'sessions-ended', userId, caller, { newValue });
      return ended;
    });
  }

  /** Ends the listed session with this public id, unless it is `currentSid`. Returns how many it ended. */
  async endOther(userId: string, currentSid: string, publicId: string, caller: Caller): Promise<number> {
    const rows = await this.sessions.listByUser(userId, currentSid);
    const session = rows.find(({ sid }) => sid !== currentSid && toPublicSessionId(sid) === publicId);
    if (!session) return 0;
    return this.transactions.run(async (tx) => {
      if ((await this.sessions.delete(tx, session.sid)) === undefined) return 0;
      const newValue = { ended: 1 };
      await this.audit.insertByUser(tx, 'sessions-ended', userId, caller, { newValue });
      return 1;
    });
  }

  /** Announces the end of sessions that were ended without this service. */
  announceEnd(tx: Tx, userId: string): void {
    this.sessions.announceEnd(tx, userId);
  }

  private async delete(tx: Tx, sid: string, caller: Caller): Promise<void> {
    const userId = await this.sessions.delete(tx, sid);
    if (userId) await this.audit.insertByUser(tx, 'signed-out', userId, caller);
  }
}
