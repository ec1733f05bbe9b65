import { setTimeout as sleep } from 'node:timers/promises';
import { CommandClient } from '@desk/bullmq-transport';
import {
  type Caller,
  type CurrentUser,
  DomainError,
  hasCode,
  getEligibility,
  type ResponseOf,
  setDailyLimit,
  setService,
} from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { OptionalQuery } from '../http/optional-query.js';

const REGISTRATION_ATTEMPTS = 15;
const REGISTRATION_PAUSE_MS = 200;
/** A signed-in page must not wait long for lead-router: the copy in accounts is at most seconds old. */
const CURRENT_SETTINGS_TIMEOUT_MS = 1_000;

/** Where a change comes from: the agent, or an admin in the agent's place, with a reason. */
type ChangeOrigin =
  | { readonly caller: Caller }
  | { readonly caller: Caller; readonly actorId: string; readonly reason: string };

/** Pause and daily limit of an agent, which lead-router owns. */
@Injectable()
export class BuyerSettingsService {
  constructor(
    private readonly commands: CommandClient,
    private readonly optionalQuery: OptionalQuery,
  ) {}

  /** Waits for a buyer who has just registered: lead-router learns about them by an event. */
  async getEligibility(buyerId: string): Promise<ResponseOf<typeof getEligibility>> {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await this.commands.send(getEligibility, { buyerId });
      } catch (error) {
        if (!hasCode(error, 'BUYER_NOT_FOUND')) throw error;
        if (attempt === REGISTRATION_ATTEMPTS) throw new DomainError('UNAVAILABLE');
        await sleep(REGISTRATION_PAUSE_MS);
      }
  }

  /**
   * Resolves once in force.
   * @throws SETTINGS_CHANGED if a change that was requested later is in force already, RESUMPTION_NEEDS_ADMIN after too
   * many pauses because leads could not be delivered
   */
  setService(buyerId: string, serviceEnabled: boolean, origin: ChangeOrigin): Promise<unknown> {
    return this.change(buyerId, (change) =>
      this.commands.send(setService, { ...change, serviceEnabled, ...origin }),
    );
  }

  /** Resolves once in force. @throws SETTINGS_CHANGED as above */
  setDailyLimit(buyerId: string, dailyLeadLimit: number, origin: ChangeOrigin): Promise<unknown> {
    return this.change(buyerId, (change) =>
      this.commands.send(setDailyLimit, { ...change, dailyLeadLimit, ...origin }),
    );
  }

  /** Replaces the settings in accounts' answer by those in force, so that an agent sees their own changes at once. */
  async withCurrentSettings(user: CurrentUser): Promise<CurrentUser> {
    if (user.isAdmin) return user;
    const request = { buyerId: user.id };
    const current = await this.optionalQuery.fetch(getEligibility, request, CURRENT_SETTINGS_TIMEOUT_MS);
    if (!current) return user;
    return { ...user, serviceEnabled: current.serviceEnabled, dailyLeadLimit: current.dailyLeadLimit };
  }

  /** The number is drawn before the change is sent, so a delayed change never overrides a later one (ADR 4). */
  private async change(
    buyerId: string,
    send: (change: { buyerId: string; changeNumber: number }) => Promise<unknown>,
  ): Promise<void> {
    const { changeNumber } = await this.getEligibility(buyerId);
    await send({ buyerId, changeNumber });
  }
}
