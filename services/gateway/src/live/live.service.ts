import { Broadcast, CommandClient } from '@desk/bullmq-transport';
import { DomainError, getFeedHeads, readFeed, resolveSession } from '@desk/contracts';
import { HealthServer, InjectEnv, InjectLogger, type Logger } from '@desk/service-kit';
import { type BeforeApplicationShutdown, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Response } from 'express';
import { Gauge } from 'prom-client';
import type { SignedIn } from '../http/identity.js';
import type { GatewayEnv } from '../env.js';
import { EventStream } from './event-stream.js';
import { FeedReader } from './feed-reader.js';
import { type Listener, Listeners } from './listeners.js';

const BEAT_EVERY_MS = 20_000;
const LOOK_EVERY_MS = 10_000;
const BUYERS_AT_ONCE = 1_000;
const SESSIONS_AT_ONCE = 20;
/** A page that had to make room for another one would push that out in turn if it came back at once. */
const NO_ROOM_RETRY_MS = 60_000;

const inParts = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, part) =>
    all.slice(part * size, (part + 1) * size),
  );

/**
 * Tells open pages what happens. A word over Redis hurries a reader up; that word may be lost, so all are compared
 * with the feeds every few seconds besides.
 */
@Injectable()
export class LiveService implements OnModuleInit, BeforeApplicationShutdown {
  private readonly listeners = new Listeners();
  private readonly timers: NodeJS.Timeout[] = [];
  private isStopping = false;

  constructor(
    private readonly commands: CommandClient,
    private readonly broadcast: Broadcast,
    private readonly health: HealthServer,
    @InjectEnv() private readonly env: GatewayEnv,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    const { listeners } = this;
    new Gauge({
      name: 'live_streams',
      help: 'Pages that listen to this process',
      registers: [this.health.metrics],
      collect() {
        this.set(listeners.all.length);
      },
    });
    await this.broadcast.subscribe('feed', (buyerId) => this.wake(buyerId));
    this.timers.push(setInterval(() => this.beat(), BEAT_EVERY_MS));
    this.every(LOOK_EVERY_MS, () => this.compareWithHeads());
    this.every(this.env.LIVE_SESSION_CHECK_SECONDS * 1_000, () => this.checkSessions());
  }

  /** Streams would keep the server from closing. Their pages come back, to another copy or to the next start. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    this.timers.forEach((timer) => clearInterval(timer));
    await Promise.all(this.listeners.all.map(({ stream }) => stream.end()));
  }

  /** Goes on after `position`; without one, from now on. Rejects while the feed cannot be read: then nothing was sent. */
  async listen({ sid, user }: SignedIn, position: number | null, response: Response): Promise<void> {
    const buyerId = user.id;
    const { head } = await this.commands.send(readFeed, { buyerId, after: null, limit: 1 });
    if (this.isStopping) throw new DomainError('UNAVAILABLE');
    if (response.destroyed) return;
    const stream = new EventStream(response);
    const reader = new FeedReader(this.commands, buyerId, position ?? head, stream);
    const listener: Listener = { buyerId, sid, stream, reader };
    const crowdedOut = this.listeners.add(listener);
    response.once('close', () => this.listeners.remove(listener));
    crowdedOut?.stream.retryAfter(NO_ROOM_RETRY_MS);
    void crowdedOut?.stream.end();
    // Something may have happened between the look at the head and the moment from which it is told.
    this.catchUp(listener);
  }

  private wake(buyerId: string): void {
    for (const listener of this.listeners.of(buyerId)) this.catchUp(listener);
  }

  private beat(): void {
    for (const { stream } of this.listeners.all) stream.beat();
  }

  private async compareWithHeads(): Promise<void> {
    for (const buyerIds of inParts(this.listeners.buyerIds, BUYERS_AT_ONCE)) {
      const { heads } = await this.commands.send(getFeedHeads, { buyerIds });
      const headOf = new Map(heads.map(({ buyerId, head }) => [buyerId, head]));
      for (const buyerId of buyerIds)
        for (const listener of this.listeners.of(buyerId))
          if (listener.reader.differsFrom(headOf.get(buyerId) ?? 0)) this.catchUp(listener);
    }
  }

  /** A page that only listens makes no request by which it would be found out that its session has ended. */
  private async checkSessions(): Promise<void> {
    const bySession = Map.groupBy(this.listeners.all, ({ sid }) => sid);
    for (const sessions of inParts([...bySession], SESSIONS_AT_ONCE))
      await Promise.all(sessions.map(([sid, listeners]) => this.checkSession(sid, listeners)));
  }

  /** While nobody can say, the page goes on listening: it hears ids and times alone. */
  private async checkSession(sid: string, listeners: readonly Listener[]): Promise<void> {
    const answer = await this.commands
      .send(resolveSession, { sid, passive: true })
      .catch((err: unknown) =>
        this.logger.warn({ err }, 'a session could not be checked, will be tried again'),
      );
    if (answer && (!answer.user || answer.user.isAdmin)) listeners.forEach(({ stream }) => void stream.end());
  }

  private catchUp({ reader }: Listener): void {
    reader
      .catchUp()
      .catch((err: unknown) => this.logger.warn({ err }, 'a feed could not be read, will be tried again'));
  }

  private every(ms: number, work: () => Promise<void>): void {
    let isAtWork = false;
    const timer = setInterval(() => {
      if (isAtWork) return;
      isAtWork = true;
      work()
        .catch((err: unknown) => this.logger.warn({ err }, 'open pages could not be looked after'))
        .finally(() => {
          isAtWork = false;
        });
    }, ms);
    this.timers.push(timer);
  }
}
