import { setTimeout as pause } from 'node:timers/promises';
import type { RunningServer } from '@desk/embedded-servers';
import { backOff } from './back-off.js';

/** A PostgreSQL or Redis of ours that is kept running, on the same port and data. */
export class ManagedServer {
  restarts = 0;
  private running: RunningServer | undefined;
  private starting: Promise<RunningServer> | undefined;
  private wanted = false;
  private deathsInARow = 0;
  readonly name: string;
  private readonly launch: () => Promise<RunningServer>;
  private readonly note: (line: string) => void;

  constructor(name: string, launch: () => Promise<RunningServer>, note: (line: string) => void) {
    this.name = name;
    this.launch = launch;
    this.note = note;
  }

  get pid(): number | undefined {
    return this.running?.pid;
  }

  start(): Promise<RunningServer> {
    this.wanted = true;
    this.starting = this.launchAndWatch();
    return this.starting;
  }

  async stop(): Promise<void> {
    this.wanted = false;
    await this.starting?.catch(() => undefined);
    await this.running?.stop();
  }

  /** Stops it in an orderly way, does `between` while it is down, and starts it again. */
  async restart(between: () => void | Promise<void> = () => undefined): Promise<void> {
    await this.stop();
    await between();
    await this.start();
  }

  /** As a crash would: it is started again. Resolves when the process is gone. */
  async kill(): Promise<void> {
    const server = this.running;
    if (!server) return;
    process.kill(server.pid, 'SIGKILL');
    await server.exited;
  }

  private async launchAndWatch(): Promise<RunningServer> {
    const server = await this.launch();
    this.running = server;
    const startedAt = Date.now();
    void server.exited.then(() => {
      if (this.running === server) this.running = undefined;
      if (this.wanted) void this.revive(Date.now() - startedAt);
    });
    return server;
  }

  private async revive(livedMs: number): Promise<void> {
    this.deathsInARow = livedMs > 30_000 ? 1 : this.deathsInARow + 1;
    const delay = backOff(this.deathsInARow);
    this.note(`! ${this.name} ended unexpectedly and is started again in ${delay} ms`);
    await pause(delay);
    if (!this.wanted || this.running) return;
    this.restarts += 1;
    await this.start().catch((error: unknown) => {
      this.note(`! ${this.name}: ${error instanceof Error ? error.message : String(error)}`);
      if (this.wanted) void this.revive(0);
    });
  }
}
