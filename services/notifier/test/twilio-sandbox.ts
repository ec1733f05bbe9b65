import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { acceptTwilioRequest } from '@desk/contracts';
import type { NotifierHarness } from './notifier.harness.js';
import { type SandboxFault, SandboxProcess } from './sandbox-process.js';

export const PUBLIC_URL = 'https://desk.example';
export const AUTH_TOKEN = '0123456789abcdef0123456789abcdef';
const OUR_NUMBER = '+15005550006';

interface SandboxSms {
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
  private readonly sandbox = new SandboxProcess();
  private server!: Server;

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
    await this.sandbox.start({
      SANDBOX_TWILIO_AUTH_TOKEN: AUTH_TOKEN,
      SANDBOX_PUBLIC_URL: PUBLIC_URL,
      SANDBOX_APP_URL: `http://127.0.0.1:${address.port}`,
    });
  }

  async stop(): Promise<void> {
    await this.sandbox.stop();
    this.server.closeAllConnections();
    this.server.close();
  }

  get settings(): Record<string, string> {
    return {
      TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
      TWILIO_AUTH_TOKEN: AUTH_TOKEN,
      TWILIO_FROM: OUR_NUMBER,
      TWILIO_API_BASE: this.sandbox.url,
    };
  }

  /** Returns the messages that a phone got from us, oldest first. */
  async listReceived(phone: string): Promise<SandboxSms[]> {
    const { sms } = await this.sandbox.get<{ sms: SandboxSms[] }>(
      `/sandbox/sms?to=${encodeURIComponent(phone)}`,
    );
    return sms.filter(({ direction }) => direction === 'outbound');
  }

  async getCode(phone: string): Promise<string> {
    const code = /code is (\d{6})/.exec((await this.listReceived(phone)).at(-1)?.body ?? '')?.[1];
    if (code === undefined) throw new Error('the phone got no code');
    return code;
  }

  /** Sends a message from a phone to our number. */
  answer(phone: string, body: string): Promise<void> {
    return this.sandbox.post('/sandbox/sms/inbound', { from: phone, to: OUR_NUMBER, body });
  }

  failNextLookup(): Promise<void> {
    return this.sandbox.addFault({ kind: 'status', status: 500, method: 'GET', path: '/v2/**' });
  }

  addFault(fault: Omit<SandboxFault, 'path'>): Promise<void> {
    return this.sandbox.addFault({ ...fault, path: '/2010-04-01/**' });
  }

  set(settings: { copies?: number; reversed?: boolean; delayMs?: number }): Promise<void> {
    return this.sandbox.post('/sandbox/sms/settings', settings);
  }
}
