import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Inbox, Sms } from '../inbox/inbox.js';
import { newId } from '../ids.js';

const TIMEOUT_MS = 15_000;
const INBOUND_PATH = '/api/webhooks/twilio';

interface TwilioTarget {
  /** Signs the requests. Without the token, none are sent. */
  readonly authToken?: string | undefined;
  /** The application's public address, which Twilio is given. */
  readonly publicUrl?: string | undefined;
  /** Where the application is reached from here, if not at its public address. */
  readonly appUrl?: string | undefined;
}

interface TwilioSettings {
  /** Between the answer to a message, its `sent` and its last report. */
  delayMs: number;
  /** How often each report is sent. */
  copies: number;
  /** Sends the last report first. */
  reversed: boolean;
}

/** Messages to some numbers are accepted and fail later; their last digits are Twilio's error codes. */
const findLateFailure = (to: string): string | undefined => /^\+1[53]0055(3000[3-8])$/.exec(to)?.[1];

/** Returns `X-Twilio-Signature` (twilio.com/docs/usage/webhooks/webhooks-security). */
function signTwilioRequest(authToken: string, url: string, fields: Readonly<Record<string, string>>): string {
  const signed = Object.keys(fields)
    .sort()
    .map((name) => `${name}${fields[name]}`);
  return createHmac('sha1', authToken)
    .update([url, ...signed].join(''))
    .digest('base64');
}

/** Sends the application what Twilio would send: replies from phones, and the status of messages. */
export class TwilioCallbacks {
  readonly settings: TwilioSettings = { delayMs: 300, copies: 1, reversed: false };
  private readonly stopping = new AbortController();

  constructor(
    private readonly target: TwilioTarget,
    private readonly inbox: Inbox,
    private readonly logger: Logger,
  ) {}

  stop(): void {
    this.stopping.abort();
  }

  updateSettings(changes: object): TwilioSettings {
    return Object.assign(this.settings, changes);
  }

  /** Reports `sent`, then whether the message arrived. */
  report(
    { id, from, to }: Pick<Sms, 'id' | 'from' | 'to'>,
    account: string,
    callback: string,
    lateFailure?: number,
  ): void {
    const errorCode = lateFailure?.toString() ?? findLateFailure(to);
    const toReport = (status: string) => ({
      AccountSid: account,
      ApiVersion: '2010-04-01',
      From: from,
      To: to,
      MessageSid: id,
      SmsSid: id,
      MessageStatus: status,
      SmsStatus: status,
    });
    const reports = [
      toReport('sent'),
      errorCode === undefined ? toReport('delivered') : { ...toReport('undelivered'), ErrorCode: errorCode },
    ];
    void this.sendReports(callback, this.settings.reversed ? reports.toReversed() : reports);
  }

  /** Passes a phone's message on, and stores the application's reply to it. */
  async receive({ id, from, to, body }: Sms): Promise<void> {
    const { publicUrl } = this.target;
    if (publicUrl === undefined) return;
    const ids = { MessageSid: id, SmsSid: id };
    const fields = { ...ids, From: from, To: to, Body: body, NumMedia: '0', SmsStatus: 'received' };
    const answer = await this.post(new URL(INBOUND_PATH, publicUrl).href, fields);
    const [, reply] = /<Message>([^<]*)<\/Message>/.exec(answer ?? '') ?? [];
    if (reply === undefined) return;
    const text = reply.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
    await this.inbox.receive('sms', {
      id: newId('SM'),
      from: to,
      to: from,
      body: text,
      direction: 'outbound',
    });
  }

  private async sendReports(
    url: string,
    reports: readonly Readonly<Record<string, string>>[],
  ): Promise<void> {
    const { delayMs, copies } = this.settings;
    try {
      for (const fields of reports) {
        await sleep(delayMs, undefined, { signal: this.stopping.signal });
        for (let copy = 0; copy < copies; copy += 1) await this.post(url, fields);
      }
    } catch (error) {
      if (!this.stopping.signal.aborted) throw error;
    }
  }

  /** Signs the URL as it was given, without its fragment. Returns the answer; undefined if there was none. */
  private async post(href: string, fields: Readonly<Record<string, string>>): Promise<string | undefined> {
    const { authToken, publicUrl, appUrl } = this.target;
    if (authToken === undefined) return undefined;
    const [url = ''] = href.split('#');
    const isOurs =
      appUrl !== undefined && publicUrl !== undefined && new URL(url).origin === new URL(publicUrl).origin;
    const { pathname, search } = new URL(url);
    try {
      const response = await fetch(isOurs ? new URL(`${pathname}${search}`, appUrl) : url, {
        method: 'POST',
        body: new URLSearchParams(fields),
        redirect: 'manual',
        headers: {
          'x-twilio-signature': signTwilioRequest(authToken, url, fields),
          'user-agent': 'TwilioProxy/1.1 (sandbox)',
        },
        signal: AbortSignal.any([this.stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      const text = await response.text();
      if (!response.ok) this.logger.warn({ status: response.status }, 'Twilio callback refused');
      return response.ok ? text : undefined;
    } catch (error) {
      this.logger.warn({ err: error }, 'Twilio callback failed');
      return undefined;
    }
  }
}
