import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../../..');
export const run = promisify(execFile);
export const builtFile = (part: string, file: string): string => join(ROOT, part, 'dist', file);

/** A built part of the system in a process of its own, which a test may kill. */
export class Part {
  private constructor(
    private readonly child: ChildProcess,
    /** The line by which it said that it is ready. */
    readonly readyLine: string,
    readonly ended: Promise<unknown>,
  ) {}

  static async start(part: string, ready: RegExp, env: NodeJS.ProcessEnv): Promise<Part> {
    const child = spawn(process.execPath, [builtFile(part, 'main.js')], {
      env: { PATH: process.env['PATH'], NODE_ENV: 'test', LOG_LEVEL: 'info', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    const readyLine = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (ready.test(line)) resolve(line);
      });
      void ended.then(() => reject(new Error(`${part} did not start: is it built?`)));
    });
    return new Part(child, readyLine, ended);
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
