import webPush from 'web-push';
import { SandboxProcess, type SandboxFault } from './sandbox-process.js';

export interface SandboxBrowser {
  readonly id: string;
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
  readonly applicationServerKey: string;
}

export interface ReceivedPush {
  readonly id: string;
  readonly subscription: string;
  readonly topic: string;
  readonly urgency: string;
  readonly ttlSeconds: number;
  readonly text: string | null;
}

export type PushAnswer = 'gone' | 'unknown' | 'too-large' | 'bad-request' | 'forbidden';

/** The sandbox in place of browsers and their push service. */
export class PushSandbox {
  readonly keys = webPush.generateVAPIDKeys();
  private readonly sandbox = new SandboxProcess();

  start(): Promise<void> {
    return this.sandbox.start({});
  }

  stop(): Promise<void> {
    return this.sandbox.stop();
  }

  get settings(): Record<string, string> {
    return { VAPID_PUBLIC_KEY: this.keys.publicKey, VAPID_PRIVATE_KEY: this.keys.privateKey };
  }

  async subscribe(applicationServerKey = this.keys.publicKey): Promise<SandboxBrowser> {
    const answer = await fetch(`${this.sandbox.url}/sandbox/push/subscriptions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ applicationServerKey }),
    });
    return (await answer.json()) as SandboxBrowser;
  }

  async list({ id }: SandboxBrowser): Promise<ReceivedPush[]> {
    const { pushes } = await this.sandbox.get<{ pushes: ReceivedPush[] }>('/sandbox/pushes');
    return pushes.filter(({ subscription }) => subscription === id);
  }

  /** Makes a browser's push service answer so from now on; null ends it. */
  setAnswer({ id }: SandboxBrowser, answer: PushAnswer | null): Promise<void> {
    return this.sandbox.post(`/sandbox/push/${id}`, { answer });
  }

  addFault({ endpoint }: SandboxBrowser, fault: Omit<SandboxFault, 'path'>): Promise<void> {
    return this.sandbox.addFault({ ...fault, path: new URL(endpoint).pathname });
  }
}
