import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const SANDBOX = join(import.meta.dirname, '../../../tools/sandbox/dist/main.js');

export interface SandboxFault {
  readonly method?: 'GET' | 'POST';
  readonly kind: string;
  readonly path: string;
  readonly status?: number;
  readonly retryAfterSeconds?: number;
  readonly body?: string;
}

/** The built sandbox, in a process of its own. */
export class SandboxProcess {
  url = '';
  private process!: ChildProcess;

  async start(settings: Readonly<Record<string, string>>): Promise<void> {
    this.process = spawn(process.execPath, [SANDBOX], {
      env: {
        ...process.env,
        NODE_ENV: 'test',
        NODE_OPTIONS: '',
        SANDBOX_PORT: '0',
        SANDBOX_SMTP_PORT: '0',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (!this.process.stdout) throw new Error('the sandbox has no output');
    for await (const line of createInterface({ input: this.process.stdout })) {
      const [url] = /http:\/\/[\d.]+:\d+/.exec(line) ?? [];
      if (url === undefined) continue;
      this.url = url;
      return;
    }
    throw new Error('the sandbox did not start: is it built?');
  }

  async stop(): Promise<void> {
    const ended = once(this.process, 'exit');
    this.process.kill();
    await ended;
  }

  async get<T>(path: string): Promise<T> {
    return (await (await fetch(`${this.url}${path}`)).json()) as T;
  }

  async post(path: string, body: object): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${this.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`the sandbox answered ${answer.status}: ${await answer.text()}`);
  }

  /** Applies to one request. */
  addFault({ path, method = 'POST', ...fault }: SandboxFault): Promise<void> {
    return this.post('/sandbox/faults', { ...fault, match: { method, path }, times: 1 });
  }
}
