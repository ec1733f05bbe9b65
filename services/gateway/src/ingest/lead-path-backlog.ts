import { type AnnouncedBacklog, AnnouncedBacklogs, type Backlog, JobPublisher } from '@desk/bullmq-transport';
import { eventsQueue, LEAD_EMAILS, type ServiceName } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { type BacklogTrend, trendOf, worstTrend } from './backlog-trend.js';

/** Services that handle an accepted lead. */
const LEAD_PATH = ['lead-router', 'billing', 'notifier'] as const satisfies readonly ServiceName[];

const EMPTY: AnnouncedBacklog = { waiting: 0, oldestAt: undefined, oldestAgeMs: 0, measuredAt: 0 };

/** Follows whether the steps after intake fall behind: their queues, and the emails that wait in a table. */
@Injectable()
export class LeadPathBacklog {
  private queues: readonly Backlog[] = [];
  private emails = EMPTY;
  private emailTrend: BacklogTrend = { kind: 'none' };

  constructor(
    private readonly publisher: JobPublisher,
    private readonly announced: AnnouncedBacklogs,
  ) {}

  /** Compares with the measurement before. */
  async measure(): Promise<BacklogTrend> {
    const [emails = EMPTY, ...queues] = await Promise.all([
      this.announced.read(LEAD_EMAILS),
      ...LEAD_PATH.map((service) => this.publisher.backlog(eventsQueue(service))),
    ]);
    const trends = queues.map((backlog, index) => trendOf(this.queues[index], backlog));
    // The notifier measures at its own pace, so the same measurement can be read twice.
    if (emails.measuredAt !== this.emails.measuredAt) this.emailTrend = trendOf(this.emails, emails);
    this.queues = queues;
    this.emails = emails;
    return worstTrend([...trends, this.emailTrend]);
  }

  /** Makes the next measurement the first. */
  forget(): void {
    this.queues = [];
    this.emails = EMPTY;
    this.emailTrend = { kind: 'none' };
  }
}
