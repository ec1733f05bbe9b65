import { currentContext } from '@desk/bullmq-transport';
import type { PayloadOf, recordAction } from '@desk/contracts';
import { prepared, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../sign-in/client.js';

export type AuditAction =
  | 'registered'
  | 'signed-in'
  | 'sign-in-failed'
  | 'signed-out'
  | 'sessions-ended'
  | 'service-changed'
  | 'daily-limit-changed'
  | 'card-changed'
  | 'profile-changed'
  | 'email-change-requested'
  | 'email-changed'
  | 'password-reset-requested'
  | 'password-changed'
  | 'password-change-failed'
  | 'integration-requested'
  | 'integration-settled'
  | 'admin-created'
  | 'disabled'
  | 'enabled';

export interface AuditEntry {
  readonly action: AuditAction;
  /** Whose account. */
  readonly userId: string | null;
  /** Who did it, when that is known. */
  readonly actorId: string | null;
  readonly caller?: Caller;
  readonly oldValue?: object;
  readonly newValue?: object;
}

const ADD = prepared(
  `INSERT INTO audit_events (action, user_id, actor_id, address, user_agent, correlation_id, old_value, new_value)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
);

/** Never secrets: no password, token, session or card. */
@Injectable()
export class AuditRepository {
  async add(tx: Tx, { action, userId, actorId, caller, oldValue, newValue }: AuditEntry): Promise<void> {
    await tx.query(ADD, [
      action,
      userId,
      actorId,
      caller?.address ?? null,
      caller?.userAgent ?? null,
      currentContext()?.correlationId ?? null,
      oldValue ? JSON.stringify(oldValue) : null,
      newValue ? JSON.stringify(newValue) : null,
    ]);
  }

  /** What somebody did with another service, at the time when it was done; once, however often it is told. */
  async record(tx: Tx, told: PayloadOf<typeof recordAction>): Promise<void> {
    await tx.query(
      `INSERT INTO audit_events (action_id, at, action, user_id, actor_id, address, user_agent, correlation_id, new_value)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT (action_id) WHERE action_id IS NOT NULL DO NOTHING`,
      [
        told.actionId,
        told.at,
        told.action,
        told.userId,
        told.actorId,
        told.caller.address,
        told.caller.userAgent,
        currentContext()?.correlationId ?? null,
        JSON.stringify({ subject: told.subject }),
      ],
    );
  }
}
