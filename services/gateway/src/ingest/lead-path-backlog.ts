import { AnnouncedBacklogs, JobPublisher, type NextJob } from '@desk/bullmq-transport';
import { eventsQueue, LEAD_EMAILS, type ServiceName } from '@desk/contracts';
import { Injectable } from '@nestjs/common';

/** A step is late if the message that is next has waited this long. It usually waits for milliseconds. */
export const MAX_MESSAGE_AGE_MS = 1_000;
/**
 * A step that has taken no message for this long is down. Shorter than `MAX_MESSAGE_AGE_MS`, so that
 * nothing is refused for a step that stops.
 */
const DOWN_AFTER_MS = 750;

/** Follows the messages that wait for one step. Times are by the clock of the queue, in milliseconds. */
export class BacklogFollower {
  /** When the next message arrived, and since when it may have been next. */
  private next = { arrivedAt: -Infinity, since: -Infinity };
  private readAt = -Infinity;
  /** The step did not work until this time. */
  private downUntil = -Infinity;

  /**
   * Messages that arrived while the step was down do not make it late: refusing leads would not bring it back, and it
   * catches up while new ones are accepted.
   */
  isLate({ oldestAt: arrivedAt, oldestAgeMs: ageMs }: NextJob): boolean {
    if (arrivedAt === undefined) return false;
    const now = arrivedAt + ageMs;
    const since = this.findSince(arrivedAt, now);
    this.readAt = now;
    // A message that is tried again keeps its old time, so it does not show how long those behind it have waited.
    if (arrivedAt < this.next.arrivedAt) return false;
    if (arrivedAt > this.next.arrivedAt) this.next = { arrivedAt, since };
    if (now - this.next.since >= DOWN_AFTER_MS) this.downUntil = now;
    return ageMs >= MAX_MESSAGE_AGE_MS && arrivedAt > this.downUntil;
  }

  /** Returns since when a new next message may have been next. */
  private findSince(arrivedAt: number, now: number): number {
    if (arrivedAt > this.readAt) return arrivedAt;
    // It waited at the reading before. If that is long ago, this process was held up, not the step: another was next then.
    return now - this.readAt >= DOWN_AFTER_MS ? now : this.readAt;
  }
}

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
