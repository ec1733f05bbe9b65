import { setTimeout as pause } from 'node:timers/promises';
import { CommandClient } from '@desk/bullmq-transport';
import {
  type DashboardSummary,
  DomainError,
  getEligibility,
  type Eligibility,
  toDecimal,
} from '@desk/contracts';
import { Injectable } from '@nestjs/common';

const TRIES = 15;
const PAUSE_MS = 200;

@Injectable()
export class DashboardService {
  constructor(private readonly commands: CommandClient) {}

  async of(buyerId: string): Promise<DashboardSummary> {
    const { spentTodayCents, ...standing } = await this.standing(buyerId);
    return { ...standing, spentToday: toDecimal(spentTodayCents) };
  }

  /** Somebody who registered this moment is not known to lead-router yet: the message is under way. */
  private async standing(buyerId: string): Promise<Eligibility> {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await this.commands.send(getEligibility, { buyerId });
      } catch (error) {
        if (!(error instanceof DomainError) || error.code !== 'BUYER_NOT_FOUND') throw error;
        if (attempt === TRIES) throw new DomainError('UNAVAILABLE');
        await pause(PAUSE_MS);
      }
  }
}
