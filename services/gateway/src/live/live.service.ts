import { CommandClient } from '@desk/bullmq-transport';
import { type Caller, DomainError, readFeed } from '@desk/contracts';
import { HealthServer, InjectEnv, PeriodicTasks, type SettingsOf } from '@desk/service-kit';
import { type BeforeApplicationShutdown, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Response } from 'express';
import { Gauge } from 'prom-client';
import type { SignedIn } from '../http/identity.js';
import { AdminPages } from './admin-pages.js';
import { BuyerPages } from './buyer-pages.js';
import { EventStream } from './event-stream.js';
import { FeedReader } from './feed-reader.js';
import { type Listener, Listeners } from './listeners.js';
import type { liveSettings } from './live-settings.js';
import { SessionChecks } from './session-checks.js';
import { StreamSlots } from './stream-slots.js';

const HEARTBEAT_INTERVAL_MS = 20_000;
/** Delays a page that was replaced by a newer one. If it reconnected at once, it would replace another page. */
const REPLACED_RETRY_MS = 60_000;

/** A browser page that wants to receive live events. */
export interface ListeningPage extends Pick<SignedIn, 'sid' | 'user'> {
  readonly caller: Caller;
  /** Sequence number of the last event it received; null to start from now on. */
  readonly position: number | null;
}

/** Opens event streams to pages, and keeps them alive. */
@Injectable()
export class LiveService implements OnModuleInit, BeforeApplicationShutdown {
  private readonly slots: StreamSlots;
  private isStopping = false;

  constructor(
    private readonly listeners: Listeners,
    private readonly buyerPages: BuyerPages,
    private readonly adminPages: AdminPages,
    private readonly sessions: SessionChecks,
    private readonly commands: CommandClient,
    private readonly health: HealthServer,
    private readonly tasks: PeriodicTasks,
    @InjectEnv() env: SettingsOf<typeof liveSettings>,
  ) {
    this.slots = new StreamSlots({
      total: env.MAX_LIVE_STREAMS,
      perNetwork: env.MAX_LIVE_STREAMS_PER_NETWORK,
    });
  }

  onModuleInit(): void {
    const { listeners } = this;
    new Gauge({
      name: 'live_streams',
      help: 'Open pages that listen to this process',
      registers: [this.health.metrics],
      collect() {
        this.set(listeners.all.length);
      },
    });
    this.tasks.start({
      name: 'live heartbeat',
      intervalMs: HEARTBEAT_INTERVAL_MS,
      run: () => this.sendHeartbeats(),
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
  async listen(page: ListeningPage, response: Response): Promise<void> {
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

  private async open({ sid, user, position }: ListeningPage, response: Response): Promise<void> {
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
    if (reader === null) this.adminPages.sendHello(stream);
    // An event may have been published after the head was read and before this listener was added.
    this.buyerPages.catchUp(listener);
    // The session may have ended in the meantime, too.
    void this.sessions.checkSession(sid, [listener]);
  }

  private sendHeartbeats(): Promise<void> {
    for (const { stream } of this.listeners.all) stream.sendHeartbeat();
    return Promise.resolve();
  }
}
