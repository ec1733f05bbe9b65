import { SandboxProcess, type SandboxFault } from './sandbox-process.js';

const CLIENT_ID = '1000000000.2000000000';
const CLIENT_SECRET = '0123456789abcdef0123456789abcdef';

export interface SlackPost {
  readonly destination: string;
  readonly text: string;
  readonly receivedAt: string;
  readonly payload: {
    readonly blocks?: readonly unknown[];
    readonly metadata?: { readonly event_payload: { readonly delivery_id: string } };
  };
}

/** The sandbox in Slack's place. */
export class SlackSandbox {
  private readonly sandbox = new SandboxProcess();

  start(): Promise<void> {
    return this.sandbox.start({
      SANDBOX_SLACK_CLIENT_ID: CLIENT_ID,
      SANDBOX_SLACK_CLIENT_SECRET: CLIENT_SECRET,
      SANDBOX_PUBLIC_URL: 'https://desk.example',
    });
  }

  stop(): Promise<void> {
    return this.sandbox.stop();
  }

  get settings(): Record<string, string> {
    return {
      SLACK_CLIENT_ID: CLIENT_ID,
      SLACK_CLIENT_SECRET: CLIENT_SECRET,
      SLACK_API_BASE: this.sandbox.url,
      SLACK_SITE_URL: this.sandbox.url,
    };
  }

  toChannelId(name: string): string {
    return `C${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`;
  }

  /** Answers Slack's page as a person does, and returns what it puts into the address of our page. */
  async answer(authorizeUrl: string, answer: 'allow' | 'cancel', channel: string): Promise<URLSearchParams> {
    const { origin, pathname, search } = new URL(authorizeUrl);
    const page = await fetch(authorizeUrl);
    if (!page.ok) throw new Error(`the page answered ${page.status}`);
    const body = new URLSearchParams(search);
    body.set('channel', channel);
    body.set('answer', answer);
    const redirect = await fetch(`${origin}${pathname}`, { method: 'POST', body, redirect: 'manual' });
    const location = new URL(redirect.headers.get('location') ?? '');
    if (location.href.startsWith('https://desk.example/integrations/slack?')) return location.searchParams;
    throw new Error(`the browser was sent to ${location.href}`);
  }

  async list(channelName: string): Promise<SlackPost[]> {
    const { slack } = await this.sandbox.get<{ slack: SlackPost[] }>('/sandbox/slack');
    return slack.filter(({ destination }) => destination === this.toChannelId(channelName));
  }

  /** Makes a channel answer with an error from now on; null ends it. */
  refuse(channelName: string, error: string | null): Promise<void> {
    return this.sandbox.post(`/sandbox/slack/${this.toChannelId(channelName)}`, { error });
  }

  addFault(fault: Omit<SandboxFault, 'path'>, path = '/api/chat.postMessage'): Promise<void> {
    return this.sandbox.addFault({ ...fault, path });
  }
}
