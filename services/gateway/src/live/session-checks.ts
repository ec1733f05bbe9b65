import { Broadcast, CommandClient } from '@desk/bullmq-transport';
import { resolveSession, SESSIONS_ENDED } from '@desk/contracts';
import { InjectEnv, InjectLogger, type Logger, PeriodicTasks, type SettingsOf } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { inBatches } from '../http/paging.js';
import { type Listener, Listeners } from './listeners.js';
import type { liveSettings } from './live-settings.js';

const CONCURRENT_SESSION_CHECKS = 20;

/** Ends the streams of pages whose session has ended, or whose user has another role by now. */
@Injectable()
export class SessionChecks implements OnModuleInit {
  constructor(
    private readonly listeners: Listeners,
    private readonly commands: CommandClient,
    private readonly broadcast: Broadcast,
    private readonly tasks: PeriodicTasks,
    @InjectEnv() private readonly env: SettingsOf<typeof liveSettings>,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.broadcast.subscribe(
      SESSIONS_ENDED,
      (userId) => void this.checkSessionsOf(this.listeners.of(userId)),
    );
    this.tasks.start({
      name: 'live session check',
      intervalMs: this.env.LIVE_SESSION_CHECK_SECONDS * 1_000,
      run: () => this.checkSessions(),
    });
  }

  /** Keeps the streams open if accounts is unavailable: events hold only ids and times. */
  async checkSession(sid: string, listeners: readonly Listener[]): Promise<void> {
    const answer = await this.commands
      .send(resolveSession, { sid, passive: true })
      .catch((err: unknown) => this.logger.warn({ err }, 'live session check failed'));
    if (!answer) return;
    // Only an agent's page has a reader.
    for (const { stream, reader } of listeners)
      if (answer.user?.isAdmin !== (reader === null)) void stream.end();
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
}
