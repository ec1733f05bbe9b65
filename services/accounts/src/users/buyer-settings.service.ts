import { setTimeout as sleep } from 'node:timers/promises';
import { CommandClient, type Message } from '@desk/bullmq-transport';
import {
  type buyerSettingsChanged,
  type Caller,
  DELIVERY_PAUSE_WINDOW_DAYS,
  DomainError,
  type Filters,
  hasCode,
  getEligibility,
  MAX_DELIVERY_PAUSES,
  noFilters,
  type PayloadOf,
  setDailyLimit,
  setFilters,
} from '@desk/contracts';
import { prepared, Transactions, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';

type Setting = PayloadOf<typeof buyerSettingsChanged>['setting'];

/** Who made a change and when. Default: the agent, now. */
interface Origin {
  /** Null if nobody made it. */
  readonly actorId?: string | null | undefined;
  readonly reason?: string | undefined;
  readonly at?: string;
}

interface NumberedChange {
  readonly buyerId: string;
  /** From `drawChangeNumber`, when the change was requested. */
  readonly changeNumber: number;
  readonly caller: Caller;
}

const REGISTRATION_ATTEMPTS = 15;
const REGISTRATION_PAUSE_MS = 200;

/** The reason in the audit log if a failed delivery, and not an admin, paused the service. */
const DELIVERY_PAUSE_REASON = 'A lead could not be delivered on any channel.';
const LAST_DELIVERY_PAUSE_REASON = `Leads could not be delivered on any channel ${MAX_DELIVERY_PAUSES} times within ${DELIVERY_PAUSE_WINDOW_DAYS} days. Only an admin can resume the service.`;

interface SettingsCopy {
  readonly buyerId: string;
  readonly serviceEnabled: boolean;
  readonly dailyLeadLimit: number;
  readonly version: number;
}

/** Events arrive in any order: a version that is not newer than the copy changes nothing. */
const APPLY = prepared(
  `UPDATE users
      SET service_enabled = $2, daily_lead_limit = $3, settings_version = $4, updated_at = now()
    WHERE id = $1 AND settings_version < $4`,
);

/** Keeps the read copy of pause and daily limit, which lead-router owns, and audits their changes. */
@Injectable()
export class BuyerSettingsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly commands: CommandClient,
    private readonly audit: AuditRepository,
  ) {}

  async applyChange(event: PayloadOf<typeof buyerSettingsChanged>, message: Message): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      await this.apply(tx, event);
      const { buyerId, setting, previous, caller } = event;
      const origin = event.isDeliveryPause === true ? toPauseOrigin(event) : caller && event;
      if (origin) await this.record(tx, buyerId, setting, previous[setting], event[setting], caller, origin);
    });
  }

  /**
   * Returns a number that orders a change by when it was requested (ADR 4). Waits for a buyer who has just
   * registered: lead-router learns about them by an event.
   * @throws UNAVAILABLE
   */
  async drawChangeNumber(buyerId: string): Promise<number> {
    for (let attempt = 1; attempt <= REGISTRATION_ATTEMPTS; attempt += 1) {
      const changeNumber = await this.findChangeNumber(buyerId);
      if (changeNumber !== undefined) return changeNumber;
      await sleep(REGISTRATION_PAUSE_MS);
    }
    throw new DomainError('UNAVAILABLE');
  }

  /** Resolves once the limit, or one that was requested later, is in force. */
  async setDailyLimit(change: NumberedChange & { readonly dailyLeadLimit: number }): Promise<void> {
    try {
      const settings = await this.commands.send(setDailyLimit, change);
      // At once, so that the caller reads the new limit. The event follows.
      await this.transactions.run((tx) => this.apply(tx, { ...settings, version: settings.settingsVersion }));
    } catch (error) {
      if (!hasCode(error, 'SETTINGS_CHANGED')) throw error;
    }
  }

  /** Resolves once these states, or filters that were requested later, are in force. */
  async setStates({ states, ...change }: NumberedChange & Pick<Filters, 'states'>): Promise<void> {
    try {
      await this.commands.send(setFilters, { ...change, filters: { ...noFilters, states } });
    } catch (error) {
      if (!hasCode(error, 'SETTINGS_CHANGED')) throw error;
    }
  }

  /** Undefined for a buyer whom lead-router does not know yet. */
  private async findChangeNumber(buyerId: string): Promise<number | undefined> {
    try {
      return (await this.commands.send(getEligibility, { buyerId })).changeNumber;
    } catch (error) {
      if (!hasCode(error, 'BUYER_NOT_FOUND')) throw error;
      return undefined;
    }
  }

  private async apply(
    tx: Tx,
    { buyerId, serviceEnabled, dailyLeadLimit, version }: SettingsCopy,
  ): Promise<void> {
    await tx.query(APPLY, [buyerId, serviceEnabled, dailyLeadLimit, version]);
  }

  private record(
    tx: Tx,
    userId: string,
    setting: Setting,
    oldValue: boolean | number,
    newValue: boolean | number,
    caller: Caller | null,
    { actorId = userId, reason, at }: Origin,
  ): Promise<void> {
    return this.audit.insert(tx, {
      action: setting === 'serviceEnabled' ? 'service-changed' : 'daily-limit-changed',
      userId,
      actorId,
      ...(caller ? { caller } : {}),
      oldValue: { [setting]: oldValue },
      newValue: { [setting]: newValue, ...(reason === undefined ? {} : { reason }) },
      ...(at === undefined ? {} : { at }),
    });
  }
}

const toPauseOrigin = ({ resumptionNeedsAdmin, at }: PayloadOf<typeof buyerSettingsChanged>): Origin => ({
  actorId: null,
  at,
  reason: resumptionNeedsAdmin === true ? LAST_DELIVERY_PAUSE_REASON : DELIVERY_PAUSE_REASON,
});
