import { setTimeout as pause } from 'node:timers/promises';
import { CommandClient } from '@desk/bullmq-transport';
import { type Caller, DomainError, setDailyLimit, setService } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { crashPoint } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { type Eligibility, StandingRepository, type StandingChange } from './standing.repository.js';

const KNOWN_TRIES = 30;
const KNOWN_PAUSE_MS = 100;

/** Whether and how many leads a user wants. Answered when lead-router acts by it. */
@Injectable()
export class EligibilityService {
  constructor(
    private readonly transactions: Transactions,
    private readonly commands: CommandClient,
    private readonly standings: StandingRepository,
  ) {}

  /**
   * The mark is made before lead-router is asked: when this is cut off between the two, lead-router is made to follow
   * the user's row again. It is locked meanwhile, so that two changes of one user cannot overtake each other; when
   * another one has settled it before it could be locked, it is made again.
   */
  async change(userId: string, change: StandingChange, caller: Caller): Promise<void> {
    for (let changed = false; !changed;) {
      if (!(await this.standings.markStale(userId))) throw new DomainError('USER_NOT_FOUND');
      changed = await this.changeMarked(userId, change, caller);
    }
  }

  private changeMarked(userId: string, change: StandingChange, caller: Caller): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      const user = await this.standings.lock(tx, userId);
      if (!user) return false;
      await onceKnown(() => this.tell(user, change));
      crashPoint('accounts.standing.after-lead-router');
      await this.standings.settle(tx, user, change, caller);
      return true;
    });
  }

  /** Makes lead-router's standing what the row says. */
  async apply(userId: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      const user = await this.standings.lock(tx, userId);
      if (!user) return;
      await this.tell(user, { serviceEnabled: user.serviceEnabled, dailyLeadLimit: user.dailyLeadLimit });
      await this.standings.settle(tx, user, {});
    });
  }

  private async tell(user: Eligibility, { serviceEnabled, dailyLeadLimit }: StandingChange): Promise<void> {
    // An admin buys nothing, so lead-router does not know them.
    if (user.isAdmin) return;
    const buyerId = user.id;
    if (serviceEnabled !== undefined)
      await this.commands.send(setService, {
        buyerId,
        serviceEnabled: serviceEnabled && user.disabledAt === null,
      });
    if (dailyLeadLimit !== undefined) await this.commands.send(setDailyLimit, { buyerId, dailyLeadLimit });
  }
}

/** Somebody who has just registered is not known there yet, but soon is: the message is under way. */
async function onceKnown(send: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      await send();
      return;
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'BUYER_NOT_FOUND') throw error;
      if (attempt === KNOWN_TRIES) throw new DomainError('UNAVAILABLE');
      await pause(KNOWN_PAUSE_MS);
    }
}
