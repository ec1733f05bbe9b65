import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
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
    readonly ended: Promise<unknown>,
  ) {}

  static async start(folder: string, ready: RegExp, env: NodeJS.ProcessEnv): Promise<ServiceProcess> {
    const child = spawn(process.execPath, [builtFile(folder, 'main.js')], {
      env: { PATH: process.env['PATH'], NODE_ENV: 'test', LOG_LEVEL: 'info', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    const readyLine = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (ready.test(line)) resolve(line);
      });
      void ended.then(() => reject(new Error(`${folder} did not start: is it built?`)));
    });
    return new ServiceProcess(child, readyLine, ended);
  }

  /** Stops the process as a whole, without ending it: its connections stay open and nothing is answered. */
  suspend(): void {
    this.child.kill('SIGSTOP');
  }

  resume(): void {
    this.child.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    this.child.kill();
    await this.ended;
  }
}
