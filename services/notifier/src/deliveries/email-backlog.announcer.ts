import { AnnouncedBacklogs } from '@desk/bullmq-transport';
import { LEAD_EMAILS } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { PeriodicTasks } from '@desk/service-kit';
import { StepRunner } from '@desk/steps';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DeliveryFlow } from './delivery.flow.js';

const INTERVAL_MS = 250;

/**
 * Tells the gateways since when lead emails wait for a place while the mail server accepts fewer than are sold, so that they
 * refuse leads that would be emailed late. Every agent has email. The other channels are not followed: one of them may be
 * slow for days.
 */
@Injectable()
export class EmailBacklogAnnouncer implements OnApplicationBootstrap {
  private accepted = 0;

  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly steps: StepRunner,
    private readonly flow: DeliveryFlow,
    private readonly transactions: Transactions,
    private readonly backlogs: AnnouncedBacklogs,
  ) {}

  onApplicationBootstrap(): void {
    this.tasks.start({ name: 'email backlog', intervalMs: INTERVAL_MS, run: () => this.announce() });
  }

  /**
   * Announces nothing while no email is accepted: refusing leads would not bring the mail server back. Emails to a domain
   * that accepts none do not count either.
   */
  private async announce(): Promise<void> {
    const { isFull, stalled } = this.steps.progressOf(this.flow, 'email');
    const accepted = this.flow.accepted.get('email') ?? 0;
    const isAccepting = accepted > this.accepted;
    this.accepted = accepted;
    if (!isFull || !isAccepting) return;
    const { oldestAt, oldestAgeMs } = await this.flow.table.firstAttempts(
      this.transactions,
      'email',
      stalled,
    );
    await this.backlogs.announce(LEAD_EMAILS, {
      oldestAt: oldestAt?.getTime(),
      oldestAgeMs,
    });
  }
}
