import { Broadcast } from '@desk/bullmq-transport';
import {
  ADMIN_CHANGES,
  type AdminChange,
  adminChanges,
  type AdminChangesData,
  ADMINS_LISTENING,
} from '@desk/contracts';
import { PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EventStream } from './event-stream.js';
import { Listeners } from './listeners.js';

const LISTENING_INTERVAL_MS = 10_000;
/** Some changes are not announced, and a broadcast may be lost. */
const ADMIN_REFRESH_INTERVAL_MS = 60_000;

/** Sends admins' open pages only what changed. Every minute, they reload everything. */
@Injectable()
export class AdminPages implements OnModuleInit {
  constructor(
    private readonly listeners: Listeners,
    private readonly broadcast: Broadcast,
    private readonly tasks: PeriodicTasks,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.broadcast.subscribe(ADMIN_CHANGES, (names) => {
      const changed = names.split(',');
      void this.sendChanges(adminChanges.filter((name) => changed.includes(name)));
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
  }

  /** Sends the first event to a page that is among the listeners already. */
  sendHello(stream: EventStream): void {
    void this.announceAdmins();
    stream.send('hello', null, {});
  }

  /** Services publish changes only while admins listen. */
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
