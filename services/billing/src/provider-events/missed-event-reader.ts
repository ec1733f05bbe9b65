import { InjectEnv, InjectLogger, type Logger, PeriodicTasks, type SettingsOf } from '@desk/service-kit';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CircuitBreaker } from '../provider/circuit-breaker.js';
import { EventClient } from '../provider/event-client.js';
import type { missedEventSettings } from './missed-event-settings.js';
import { ProviderEventsService } from './provider-events.service.js';

/** Events may be listed a little after they were created, and clocks differ. */
const OVERLAP_SECONDS = 120;
/** The provider keeps events for 30 days. */
const MAX_AGE_SECONDS = 29 * 86_400;
const MAX_WINDOW_SECONDS = 3_600;

/** Part of the provider's list of events, in seconds since the epoch: `from` included, `to` excluded. */
export interface EventWindow {
  readonly from: number;
  readonly to: number;
}

/** The end of the second that contains `now`. */
const endOf = (now: Date): number => Math.floor(now.getTime() / 1_000) + 1;

/** Returns the first window of a run. It overlaps what was read. */
export function firstWindow(readUntil: Date, now: Date): EventWindow {
  const nowSeconds = endOf(now);
  const readSeconds = Math.floor(readUntil.getTime() / 1_000);
  const from = Math.max(readSeconds - OVERLAP_SECONDS, nowSeconds - MAX_AGE_SECONDS);
  return { from, to: Math.min(nowSeconds, Math.max(from, readSeconds) + MAX_WINDOW_SECONDS) };
}

/** Returns the window after one that was read, at most twice as long; undefined if that one reached `now`. */
export function nextWindow({ from, to }: EventWindow, now: Date): EventWindow | undefined {
  const nowSeconds = endOf(now);
  const seconds = Math.min(2 * (to - from), MAX_WINDOW_SECONDS);
  return to < nowSeconds ? { from: to, to: Math.min(to + seconds, nowSeconds) } : undefined;
}

/** Returns the earlier half of a window that holds too many events, or undefined if it cannot be divided. */
export const earlierHalf = ({ from, to }: EventWindow): EventWindow | undefined =>
  to - from > 1 ? { from, to: from + Math.ceil((to - from) / 2) } : undefined;

const CHECK_INTERVAL_MS = 1_000;
/** A window of several seconds with more is divided, so that little is read again after a failure. */
const MAX_EVENTS = 1_000;

/** Reads the provider's list of events on a schedule, for those that no webhook brought. */
@Injectable()
export class MissedEventReader implements OnModuleInit, OnModuleDestroy {
  private isClosing = false;

  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly dataSource: DataSource,
    private readonly client: EventClient,
    private readonly events: ProviderEventsService,
    private readonly breaker: CircuitBreaker,
    @InjectEnv() private readonly env: SettingsOf<typeof missedEventSettings>,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    const intervalMs = Math.min(CHECK_INTERVAL_MS, this.env.PROVIDER_EVENTS_INTERVAL_MS);
    this.tasks.start({ name: 'missed provider events', intervalMs, run: () => this.readIfDue() });
  }

  /** After a long outage, a run may take long. A shutdown waits for one window; the next run goes on. */
  onModuleDestroy(): void {
    this.isClosing = true;
  }

  private async readIfDue(): Promise<void> {
    if (this.breaker.isOpen) return;
    const readUntil = await this.claimCursor();
    if (!readUntil) return;
    try {
      await this.read(readUntil);
    } catch (err) {
      this.logger.warn({ err }, 'provider events not listed');
    }
  }

  private async read(readUntil: Date): Promise<void> {
    const now = new Date();
    let window: EventWindow | undefined = firstWindow(readUntil, now);
    while (window && !this.isClosing) {
      const done = await this.readWindow(window);
      await this.advanceCursor(new Date(Math.min(done.to * 1_000, now.getTime())));
      window = nextWindow(done, now);
    }
  }

  /** Returns the window that was read: the given one, or its beginning if it holds too many events. */
  private async readWindow(window: EventWindow): Promise<EventWindow> {
    const smaller = earlierHalf(window);
    const maxEvents = smaller ? MAX_EVENTS : Infinity;
    const { events, isTruncated } = await this.client.list(window.from, window.to, maxEvents);
    if (smaller && isTruncated) return this.readWindow(smaller);
    const missing = await this.events.storeMissing(events);
    if (missing > 0)
      this.logger.warn({ missing, ...window }, 'provider events found that no webhook brought');
    return window;
  }

  /** Returns up to where the list was read, if this copy may read now. One copy may begin per interval. */
  private async claimCursor(): Promise<Date | undefined> {
    const [rows]: [{ readUntil: Date }[], number] = await this.dataSource.query(
      `UPDATE provider_event_cursor SET next_read_at = clock_timestamp() + $1 * interval '1 ms'
        WHERE next_read_at <= clock_timestamp() RETURNING read_until AS "readUntil"`,
      [this.env.PROVIDER_EVENTS_INTERVAL_MS],
    );
    return rows[0]?.readUntil;
  }

  /** Never moves back. */
  private async advanceCursor(readUntil: Date): Promise<void> {
    await this.dataSource.query('UPDATE provider_event_cursor SET read_until = GREATEST(read_until, $1)', [
      readUntil,
    ]);
  }
}
