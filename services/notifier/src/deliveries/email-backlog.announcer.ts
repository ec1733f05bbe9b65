import { AnnouncedBacklogs } from '@desk/bullmq-transport';
import { LEAD_EMAILS } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { PeriodicTasks } from '@desk/service-kit';
import { StepRunner } from '@desk/steps';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { destinations } from '../sending/sending.repository.js';
import { DeliveryFlow } from './delivery.flow.js';

const INTERVAL_MS = 250;

/**
 * Selects when the oldest email became due for its first attempt. Emails that wait for another attempt are left out: they would
 * not be sent sooner if fewer came. So are those to the domains `$1`.
 */
const SELECT_OLDEST = `
  SELECT next_attempt_at AS "oldestAt", (extract(epoch FROM now() - next_attempt_at) * 1000)::float8 AS "oldestAgeMs"
    FROM deliveries
   WHERE kind = 'email' AND status = 'queued' AND attempts = 0 AND next_attempt_at <= now()
     AND ${destinations.domain.sql} <> ALL ($1)
   ORDER BY next_attempt_at LIMIT 1`;

interface OldestEmail {
  readonly oldestAt: Date;
  readonly oldestAgeMs: number;
}

/**
 * Announces how long lead emails have been waiting while the mail server accepts fewer than are sold: gateways then refuse
 * leads that would be emailed late. Every agent has email. Other channels do not count: one of them may be slow for days.
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
    const [oldest] = await this.transactions.query<OldestEmail>(SELECT_OLDEST, [stalled]);
    await this.backlogs.announce(LEAD_EMAILS, {
      oldestAt: oldest?.oldestAt.getTime(),
      oldestAgeMs: oldest?.oldestAgeMs ?? 0,
    });
  }
}
