import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { acceptTwilioRequest } from '@desk/contracts';
import type { NotifierHarness } from './notifier.harness.js';

const SANDBOX = join(import.meta.dirname, '../../../tools/sandbox/dist/main.js');
export const PUBLIC_URL = 'https://desk.example';
export const AUTH_TOKEN = '0123456789abcdef0123456789abcdef';
export const OUR_NUMBER = '+15005550006';

export interface SandboxSms {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly direction: 'inbound' | 'outbound';
}

/** The sandbox in Twilio's place, and a server in the gateway's, which passes its requests to the notifier. */
export class TwilioSandbox {
  /** What the notifier answered to each request. */
  readonly replies: (string | null)[] = [];
  private url = '';
  private server!: Server;
  private process!: ChildProcess;

  /** @param getNotifier is started later, with `settings` */
  async start(getNotifier: () => NotifierHarness): Promise<void> {
    this.server = createServer((request, response) => {
      const pass = async (): Promise<void> => {
        const form = await text(request);
        const signature = String(request.headers['x-twilio-signature']);
        const target = request.url ?? '';
        const { reply } = await getNotifier().commands.send(acceptTwilioRequest, { target, form, signature });
        this.replies.push(reply);
        response.end(`<Response>${reply === null ? '' : `<Message>${reply}</Message>`}</Response>`);
      };
      pass().catch(() => response.writeHead(500).end());
    });
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('the server has no port');
    this.process = spawn(process.execPath, [SANDBOX], {
      env: {
        ...process.env,
        NODE_ENV: 'test',
        NODE_OPTIONS: '',
        SANDBOX_PORT: '0',
        SANDBOX_SMTP_PORT: '0',
        SANDBOX_TWILIO_AUTH_TOKEN: AUTH_TOKEN,
        SANDBOX_PUBLIC_URL: PUBLIC_URL,
        SANDBOX_APP_URL: `http://127.0.0.1:${address.port}`,
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
    this.server.closeAllConnections();
    this.server.close();
  }

  get settings(): Record<string, string> {
    return {
      TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
      TWILIO_AUTH_TOKEN: AUTH_TOKEN,
      TWILIO_FROM: OUR_NUMBER,
      TWILIO_API_BASE: this.url,
    };
  }

  /** Returns the messages that a phone got from us, oldest first. */
  async listReceived(phone: string): Promise<SandboxSms[]> {
    const answer = await fetch(`${this.url}/sandbox/sms?to=${encodeURIComponent(phone)}`);
    const { sms } = (await answer.json()) as { sms: SandboxSms[] };
    return sms.filter(({ direction }) => direction === 'outbound');
  }

  async getCode(phone: string): Promise<string> {
    const code = /code is (\d{6})/.exec((await this.listReceived(phone)).at(-1)?.body ?? '')?.[1];
    if (code === undefined) throw new Error('the phone got no code');
    return code;
  }

  /** Sends a message from a phone to our number. */
  answer(phone: string, body: string): Promise<void> {
    return this.post('/sandbox/sms/inbound', { from: phone, to: OUR_NUMBER, body });
  }

  addFault(fault: {
    kind: string;
    status?: number;
    retryAfterSeconds?: number;
    body?: string;
  }): Promise<void> {
    const match = { method: 'POST', path: '/2010-04-01/**' };
    return this.post('/sandbox/faults', { ...fault, match, times: 1 });
  }

  set(settings: { copies?: number; reversed?: boolean; delayMs?: number }): Promise<void> {
    return this.post('/sandbox/sms/settings', settings);
  }

  private async post(path: string, body: object): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${this.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`the sandbox answered ${answer.status}: ${await answer.text()}`);
  }
}
