import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../../..');
export const run = promisify(execFile);
export const builtFile = (folder: string, file: string): string => join(ROOT, folder, 'dist', file);

/** A built service or tool in its own process. */
export class ServiceProcess {
  private constructor(
    private readonly child: ChildProcess,
    /** The output line that reported readiness. */
    readonly readyLine: string,
    /** Exit code and signal. */
    readonly ended: Promise<unknown>,
    private readonly lines: Interface,
  ) {}

  static async start(folder: string, ready: RegExp, env: NodeJS.ProcessEnv): Promise<ServiceProcess> {
    const child = spawn(process.execPath, [builtFile(folder, 'main.js')], {
      env: { PATH: process.env['PATH'], NODE_ENV: 'test', LOG_LEVEL: 'info', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    const lines = createInterface({ input: child.stdout });
    const readyLine = await new Promise<string>((resolve, reject) => {
      lines.on('line', (line) => {
        if (ready.test(line)) resolve(line);
      });
      void ended.then(() => reject(new Error(`${folder} did not start: is it built?`)));
    });
    return new ServiceProcess(child, readyLine, ended, lines);
  }

  /** Stops the process as a whole, without ending it: its connections stay open and nothing is answered. */
  suspend(): void {
    this.child.kill('SIGSTOP');
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  resume(): void {
    this.child.kill('SIGCONT');
  }

  /** Resolves with the next line of output that matches. */
  waitForLine(pattern: RegExp): Promise<string> {
    return new Promise((resolve) => {
      this.lines.on('line', (line) => {
        if (pattern.test(line)) resolve(line);
      });
    });
  }

  async stop(): Promise<void> {
    this.child.kill();
    await this.ended;
  }
}
