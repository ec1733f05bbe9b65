import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { getFreePort } from '@desk/embedded-servers';

const SERVICES = join(import.meta.dirname, '../..');

/** A built service, usually billing, in its own process, so that a test can kill it. */
export class BillingProcess {
  private constructor(
    private readonly child: ChildProcess,
    /** Resolves with the signal that ended the process; null if it exited by itself. */
    readonly ended: Promise<NodeJS.Signals | null>,
  ) {}

  static async start(env: NodeJS.ProcessEnv, service = 'billing'): Promise<BillingProcess> {
    const child = spawn(process.execPath, [join(SERVICES, service, 'dist/main.js')], {
      env: { PATH: process.env['PATH'], ...env, LOG_LEVEL: 'info', HEALTH_PORT: String(await getFreePort()) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit').then(([, signal]) => signal as NodeJS.Signals | null);
    const lines = createInterface({ input: child.stdout });
    await new Promise<void>((resolve, reject) => {
      lines.on('line', (line) => {
        if (line.includes('"event":"ready"')) resolve();
      });
      void ended.then(() => reject(new Error(`${service} did not start: is it built?`)));
    });
    return new BillingProcess(child, ended);
  }

  hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Kills the process at once, before it can finish anything. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }

  async stop(): Promise<void> {
    if (this.hasEnded()) return;
    this.child.kill();
    await this.ended;
  }
}
