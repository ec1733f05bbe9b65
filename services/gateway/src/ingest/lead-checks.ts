import { CommandClient } from '@desk/bullmq-transport';
import {
  type acceptLead,
  checkLead,
  DomainError,
  hasCode,
  type RequestOf,
  type ResponseOf,
} from '@desk/contracts';
import { Injectable } from '@nestjs/common';

/** How long no check is sent after one without an answer, because lead-router is down. */
const PAUSE_MS = 10_000;

/** Asks lead-router what it would answer to a post, before money is spent on the post. */
@Injectable()
export class LeadChecks {
  private pausedUntil = -Infinity;

  constructor(private readonly commands: CommandClient) {}

  /**
   * Returns the lead that was accepted from the same post before; null for a new one.
   * @throws what `acceptLead` would throw; UNAVAILABLE without an answer, and at once for ten seconds afterwards
   */
  async findAccepted(post: RequestOf<typeof checkLead>): Promise<ResponseOf<typeof acceptLead> | null> {
    if (performance.now() < this.pausedUntil) throw new DomainError('UNAVAILABLE');
    try {
      return (await this.commands.send(checkLead, post)).accepted;
    } catch (error) {
      if (isUnavailable(error)) this.pausedUntil = performance.now() + PAUSE_MS;
      throw error;
    }
  }
}

export const isUnavailable = (error: unknown): boolean => hasCode(error, 'UNAVAILABLE');
