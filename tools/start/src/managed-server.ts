import { setTimeout as pause } from 'node:timers/promises';
import type { RunningServer } from '@desk/embedded-servers';
import { CrashCounter } from './restart-delay.js';

interface ServerSpec {
  name: string;
  /** Starts the server, each time on the same port and data. */
  start: () => Promise<RunningServer>;
  /** Reports a crash or a failed restart. */
  onProblem: (message: string) => void;
}

/** Runs an embedded PostgreSQL or Redis and restarts it when it crashes. */
export class ManagedServer {
  private running: RunningServer | undefined;
  private starting: Promise<RunningServer> | undefined;
  /** False once a stop was requested. */
  private shouldRun = false;
  private readonly crashes = new CrashCounter();

  constructor(private readonly spec: ServerSpec) {}

  /** Undefined while the server is down. */
  get pid(): number | undefined {
    return this.running?.pid;
  }

  start(): Promise<RunningServer> {
    this.shouldRun = true;
    this.starting = this.startAndWatch();
    return this.starting;
  }

  async stop(): Promise<void> {
    this.shouldRun = false;
    await this.starting?.catch(() => undefined);
    await this.running?.stop();
  }

  /** Simulates a crash, after which the server is restarted. Resolves when the process has ended. */
  async kill(): Promise<void> {
    const server = this.running;
    if (!server) return;
    process.kill(server.pid, 'SIGKILL');
    await server.exited;
  }

  private async startAndWatch(): Promise<RunningServer> {
    const server = await this.spec.start();
    this.running = server;
    const startedAt = Date.now();
    void server.exited.then(() => {
      if (this.running === server) this.running = undefined;
      if (this.shouldRun) void this.restartAfterCrash(Date.now() - startedAt);
    });
    return server;
  }

  private async restartAfterCrash(uptimeMs: number): Promise<void> {
    const { name, onProblem } = this.spec;
    const delayMs = this.crashes.recordCrash(uptimeMs);
    onProblem(`! ${name} crashed and restarts in ${delayMs} ms`);
    await pause(delayMs);
    if (!this.shouldRun || this.running) return;
    await this.start().catch((error: unknown) => {
      onProblem(`! ${name}: ${error instanceof Error ? error.message : String(error)}`);
      if (this.shouldRun) void this.restartAfterCrash(0);
    });
  }
}
