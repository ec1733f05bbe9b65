import { Broadcast, CommandClient } from '@desk/bullmq-transport';
import {
  ADMIN_CHANGES,
  type AdminChange,
  adminChanges,
  type AdminChangesData,
  ADMINS_LISTENING,
  DomainError,
  getFeedHeads,
  readFeed,
  resolveSession,
  SESSIONS_ENDED,
} from '@desk/contracts';
import {
  HealthServer,
  InjectEnv,
  InjectLogger,
  type Logger,
  PeriodicTasks,
  type SettingsOf,
} from '@desk/service-kit';
import { type BeforeApplicationShutdown, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Response } from 'express';
import { Gauge } from 'prom-client';
import type { Caller, SignedIn } from '../http/identity.js';
import { EventStream } from './event-stream.js';
import { FeedReader } from './feed-reader.js';
import { type Listener, Listeners } from './listeners.js';
import type { liveSettings } from './live-settings.js';
import { StreamSlots } from './stream-slots.js';

const HEARTBEAT_INTERVAL_MS = 20_000;
const FEED_CHECK_INTERVAL_MS = 10_000;
const LISTENING_INTERVAL_MS = 10_000;
/** Some changes are not announced, and a broadcast may be lost. */
const ADMIN_REFRESH_INTERVAL_MS = 60_000;
const BUYERS_PER_REQUEST = 1_000;
const CONCURRENT_SESSION_CHECKS = 20;
/** Delays a page that was replaced by a newer one. If it reconnected at once, it would replace another page. */
const REPLACED_RETRY_MS = 60_000;

/** A page that wants to listen. */
export interface Page extends Pick<SignedIn, 'sid' | 'user'> {
  readonly caller: Caller;
  /** Sequence number of the last event it received; null to start from now on. */
  readonly position: number | null;
}

const inBatches = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, batch) =>
    all.slice(batch * size, (batch + 1) * size),
  );

/**
 * Streams events to open pages: an agent's page gets the events of the feed, an admin's page only what changed. A
 * broadcast wakes the readers of a buyer's feed. It is delivered at most once, so all positions are also compared with
 * the feeds every few seconds, and admins' pages reload every minute.
 */
@Injectable()
export class LiveService implements OnModuleInit, BeforeApplicationShutdown {
  private readonly listeners = new Listeners();
  private readonly slots: StreamSlots;
  private isStopping = false;

  constructor(
    private readonly commands: CommandClient,
    private readonly broadcast: Broadcast,
    private readonly health: HealthServer,
    private readonly tasks: PeriodicTasks,
    @InjectEnv() private readonly env: SettingsOf<typeof liveSettings>,
    @InjectLogger() private readonly logger: Logger,
  ) {
    this.slots = new StreamSlots({
      total: env.MAX_LIVE_STREAMS,
      perNetwork: env.MAX_LIVE_STREAMS_PER_NETWORK,
    });
  }

  async onModuleInit(): Promise<void> {
    const { listeners } = this;
    new Gauge({
      name: 'live_streams',
      help: 'Open pages that listen to this process',
      registers: [this.health.metrics],
      collect() {
        this.set(listeners.all.length);
      },
    });
    await this.broadcast.subscribe('feed', (buyerId) => this.wake(buyerId));
    await this.broadcast.subscribe(ADMIN_CHANGES, (names) => {
      const changed = names.split(',');
      void this.sendChanges(adminChanges.filter((name) => changed.includes(name)));
    });
    await this.broadcast.subscribe(
      SESSIONS_ENDED,
      (userId) => void this.checkSessionsOf(this.listeners.of(userId)),
    );
    this.tasks.start({
      name: 'live heartbeat',
      intervalMs: HEARTBEAT_INTERVAL_MS,
      run: () => this.sendHeartbeats(),
    });
    this.tasks.start({
      name: 'live feed check',
      intervalMs: FEED_CHECK_INTERVAL_MS,
      run: () => this.checkFeeds(),
    });
    this.tasks.start({
      name: 'live admin announcement',
      intervalMs: LISTENING_INTERVAL_MS,
      run: () => this.announceAdmins(),
    });
    this.tasks.start({
      name: 'live admin refresh',
      intervalMs: ADMIN_REFRESH_INTERVAL_MS,
      run: () => this.sendChanges(adminChanges),
    });
    this.tasks.start({
      name: 'live session check',
      intervalMs: this.env.LIVE_SESSION_CHECK_SECONDS * 1_000,
      run: () => this.checkSessions(),
    });
  }

  /** Open streams would keep the server from closing. Their pages reconnect to another copy, or after the restart. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await Promise.all(this.listeners.all.map(({ stream }) => stream.end()));
  }

  /**
   * Streams events to a page. Rejects, with nothing sent, if there is no room or the feed is unavailable.
   * @throws TOO_MANY_REQUESTS, UNAVAILABLE
   */
  async listen(page: Page, response: Response): Promise<void> {
    // The connection has closed already: its 'close' event would never release the slot.
    if (response.destroyed) return;
    const release = this.slots.claim(page.caller.address);
    response.once('close', release);
    try {
      await this.open(page, response);
    } catch (error) {
      release();
      throw error;
    }
  }

  private async open({ sid, user, position }: Page, response: Response): Promise<void> {
    const feed = user.isAdmin
      ? null
      : await this.commands.send(readFeed, { buyerId: user.id, after: null, limit: 1 });
    if (this.isStopping) throw new DomainError('UNAVAILABLE');
    if (response.destroyed) return;
    const stream = new EventStream(response);
    const reader = feed && new FeedReader(this.commands, user.id, position ?? feed.head, stream);
    const listener: Listener = { userId: user.id, sid, stream, reader };
    const replaced = this.listeners.add(listener);
    response.once('close', () => this.listeners.remove(listener));
    replaced?.stream.setRetryDelay(REPLACED_RETRY_MS);
    void replaced?.stream.end();
    if (reader === null) {
      void this.announceAdmins();
      stream.send('hello', null, {});
    }
    // An event may have been published after the head was read and before this listener was added.
    this.catchUp(listener);
    // The session may have ended in the meantime, too.
    void this.checkSession(sid, [listener]);
  }

  private wake(buyerId: string): void {
    for (const listener of this.listeners.of(buyerId)) this.catchUp(listener);
  }

  private sendHeartbeats(): Promise<void> {
    for (const { stream } of this.listeners.all) stream.sendHeartbeat();
    return Promise.resolve();
  }

  private async checkFeeds(): Promise<void> {
    for (const buyerIds of inBatches(this.listeners.buyerIds, BUYERS_PER_REQUEST)) {
      const { heads } = await this.commands.send(getFeedHeads, { buyerIds });
      const headOf = new Map(heads.map(({ buyerId, head }) => [buyerId, head]));
      for (const buyerId of buyerIds)
        for (const listener of this.listeners.of(buyerId))
          if (listener.reader?.isBehind(headOf.get(buyerId) ?? 0)) this.catchUp(listener);
    }
  }

  /** A page that only listens sends no requests, which would otherwise reveal that its session has ended. */
  private checkSessions(): Promise<void> {
    return this.checkSessionsOf(this.listeners.all);
  }

  private async checkSessionsOf(listeners: Iterable<Listener>): Promise<void> {
    const bySession = Map.groupBy(listeners, ({ sid }) => sid);
    for (const sessions of inBatches([...bySession], CONCURRENT_SESSION_CHECKS))
      await Promise.all(sessions.map(([sid, listeners]) => this.checkSession(sid, listeners)));
  }

  /** Keeps the streams open if accounts is unavailable: events hold only ids and times. */
  private async checkSession(sid: string, listeners: readonly Listener[]): Promise<void> {
    const answer = await this.commands
      .send(resolveSession, { sid, passive: true })
      .catch((err: unknown) => this.logger.warn({ err }, 'live session check failed'));
    if (!answer) return;
    for (const { stream, reader } of listeners)
      if (answer.user?.isAdmin !== (reader === null)) void stream.end();
  }

  private catchUp({ reader, userId }: Listener): void {
    reader
      ?.catchUp()
      .catch((err: unknown) => this.logger.warn({ err, buyerId: userId }, 'live feed read failed'));
  }

  private announceAdmins(): Promise<void> {
    if (this.listeners.admins.length > 0) this.broadcast.publish(ADMINS_LISTENING, '');
    return Promise.resolve();
  }

  private sendChanges(changes: readonly AdminChange[]): Promise<void> {
    const data: AdminChangesData = { changes: [...changes] };
    for (const { stream } of this.listeners.admins) stream.send('changed', null, data);
    return Promise.resolve();
  }
}
