import { AnnouncedBacklogs, JobPublisher, type NextJob } from '@desk/bullmq-transport';
import { eventsQueue, LEAD_EMAILS, type ServiceName } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { BacklogFollower, type BacklogTrend } from './backlog-trend.js';

/** Services that handle an accepted lead. */
const LEAD_PATH = ['lead-router', 'billing', 'notifier'] as const satisfies readonly ServiceName[];

const NONE: NextJob = { oldestAt: undefined, oldestAgeMs: 0 };

/** Follows whether the steps after intake fall behind: their queues, and the emails that wait in a table. */
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

  /** Reads how far each step has come. */
  measure(): Promise<BacklogTrend[]> {
    const followQueue = async ({ name, follower }: (typeof this.queues)[number]): Promise<BacklogTrend> =>
      follower.follow(await this.publisher.nextJob(name), performance.now());
    const followEmails = async (): Promise<BacklogTrend> =>
      this.emails.follow((await this.announced.read(LEAD_EMAILS)) ?? NONE, performance.now());
    return Promise.all([...this.queues.map(followQueue), followEmails()]);
  }
}
