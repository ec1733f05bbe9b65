import { SMS_OPT_IN_TEXT } from '@desk/contracts';
import type { SandboxControl } from '../faults/sandbox-control.js';
import { ignoreRefusal, type RetryingApiClient, waitOrFail } from './retrying-api-client.js';

const CODE_TIMEOUT_MS = 30_000;

interface Channel {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
}

/** Adds the channels that agents set up themselves, and answers text messages as their phones do. */
export class Channels {
  constructor(
    private readonly api: RetryingApiClient,
    private readonly sandbox: SandboxControl,
    private readonly signal: AbortSignal,
  ) {}

  /** @param hook name of a hook of the sandbox */
  async addWebhook(hook: string): Promise<void> {
    await this.api.call('POST', '/api/channels/webhook', { url: this.sandbox.hookUrl(hook) });
  }

  async addPhone(phone: string): Promise<void> {
    await this.api.call('POST', '/api/channels/sms/code', { phone, optInText: SMS_OPT_IN_TEXT });
    const code = await waitOrFail(() => this.readCode(phone), {
      problem: `no code arrived at ${phone}`,
      timeoutMs: CODE_TIMEOUT_MS,
      signal: this.signal,
    });
    await this.api.call('POST', '/api/channels/sms/confirm', { code });
  }

  async addSlack(channel: string): Promise<void> {
    const { url } = await this.api.call<{ url: string }>('POST', '/api/channels/slack/start');
    await this.api.call(
      'POST',
      '/api/channels/slack/complete',
      await this.sandbox.approveSlackApp(url, channel),
    );
  }

  /** Returns the browser's address. */
  async addBrowser(): Promise<string> {
    const { applicationServerKey } = await this.api.call<{ applicationServerKey: string }>(
      'GET',
      '/api/channels/push',
    );
    const body = await this.sandbox.allowPush(applicationServerKey);
    await this.api.call('POST', '/api/channels/push/browsers', body);
    return body.endpoint;
  }

  optOut(phone: string): Promise<void> {
    return this.sandbox.receiveText(phone, 'STOP');
  }

  /** Opts in again and resumes. Repeats START, because the first one may have been sent while the system was down. */
  async optIn(phone: string): Promise<void> {
    const problem = `text messages to ${phone} could not be resumed`;
    await waitOrFail(() => this.tryOptIn(phone), { problem, intervalMs: 500, signal: this.signal });
  }

  private async tryOptIn(phone: string): Promise<true | undefined> {
    await this.sandbox.receiveText(phone, 'START');
    const channels = await this.api.call<readonly Channel[]>('GET', '/api/channels');
    const sms = channels.find(({ kind }) => kind === 'sms');
    if (sms?.state === 'active') return true;
    // Refused until START has been received.
    if (sms) await ignoreRefusal(this.api.call('POST', `/api/channels/${sms.id}/resume`));
    return undefined;
  }

  private async readCode(phone: string): Promise<string | undefined> {
    const texts = (await this.sandbox.list('sms')).filter(({ to }) => to === phone);
    return /Your code is (\d+)/.exec(texts.at(-1)?.body ?? '')?.[1];
  }
}
