import { AnnouncedBacklogs, JobPublisher, type NextJob } from '@desk/bullmq-transport';
import { eventsQueue, LEAD_EMAILS, type ServiceName } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { BacklogFollower } from './backlog-follower.js';

/** Services that handle an accepted lead. */
const LEAD_PATH = ['lead-router', 'billing', 'notifier'] as const satisfies readonly ServiceName[];

const NONE: NextJob = { oldestAt: undefined, oldestAgeMs: 0 };

/** Knows whether the steps after intake are late: their queues, and the emails that wait in a table. */
@Injectable()
export class LeadPathBacklog {
  private readonly queues = LEAD_PATH.map((service) => ({
    name: eventsQueue(service),
    follower: new BacklogFollower(),
  }));
  private readonly emails = new BacklogFollower();

  constructor(
    private readonly publisher: JobPublisher,
    private readonly announced: AnnouncedBacklogs,
  ) {}

  /** Reads the message that is next for each step. Call it at steady intervals. */
  async isLate(): Promise<boolean> {
    const late = await Promise.all([
      ...this.queues.map(async ({ name, follower }) => follower.isLate(await this.publisher.nextJob(name))),
      this.announced.read(LEAD_EMAILS).then((backlog) => this.emails.isLate(backlog ?? NONE)),
    ]);
    return late.includes(true);
  }
}
