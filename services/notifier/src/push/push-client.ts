import { assertNoTransaction } from '@desk/outbox';
import { InjectEnv, type SettingsOf } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import webPush from 'web-push';
import type { MailEnv } from '../channels/email/mail-settings.js';
import { parseMailbox } from '../channels/email/mailbox.js';
import { checkDestination, resolveHost } from '../channels/http/check-destination.js';
import { type Answer, postOnce } from '../channels/http/post-once.js';
import type { UrlRules } from '../channels/http/url-rules.js';
import { outcomeOfError, parseRetryAfterMs } from '../channels/webhook/webhook-outcome.js';
import type { webhookSettings } from '../channels/webhook/webhook-settings.js';
import type { SendFailure, SendOutcome } from '../sending/send-outcome.js';
import { isPushEndpoint } from './push-endpoint.js';
import { type PushNotification, testNotification, toTopic } from './push-notification.js';
import type { vapidSettings } from './vapid-settings.js';

/** The subscription has ended (RFC 8030, section 7.3). Some push services answer 404. */
const ENDED = new Set([404, 410]);
/** Our key or its signature was refused: something that we must fix, not the agent. */
const KEY_REFUSED = new Set([401, 403]);
const TEMPORARY = new Set([408, 409, 425]);
const TOO_MANY = 429;

function failureOf(status: number): SendFailure {
  if (ENDED.has(status)) return { result: 'permanent', reason: 'ENDPOINT_GONE', ends: 'GONE' };
  if (KEY_REFUSED.has(status)) return { result: 'temporary', reason: 'SENDER_REFUSED' };
  if (status === TOO_MANY) return { result: 'temporary', reason: 'RATE_LIMITED' };
  if (status >= 500 || TEMPORARY.has(status)) return { result: 'temporary', reason: 'TEMPORARY_ERROR' };
  if (status >= 300 && status < 400) return { result: 'temporary', reason: 'REDIRECTED' };
  // Mainly 400 and 413: the same message would be refused again.
  return { result: 'permanent', reason: 'MESSAGE_REFUSED' };
}

/** A 2xx means that the push service accepted the message, not that anybody saw it. */
export function outcomeOfPush({ status, retryAfter }: Answer, nowMs: number): SendOutcome {
  if (status >= 200 && status < 300) return { result: 'accepted' };
  const failure = { ...failureOf(status), providerCode: `HTTP_${status}` };
  const heedsRetryAfter = (status === TOO_MANY || status >= 500) && retryAfter !== undefined;
  const retryAfterMs = heedsRetryAfter ? parseRetryAfterMs(retryAfter, nowMs) : undefined;
  return { ...failure, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}

/** Well above what push services need, which is tenths of a second. */
const ATTEMPT_TIMEOUT_MS = 10_000;

/** What a browser answered when it subscribed. Kept encrypted. */
export interface PushSubscriptionSecrets {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  /** Our public key, for which it subscribed. */
  readonly applicationServerKey: string;
}

interface SignedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * Encrypts and signs with the library. Checks the address before it sends, as for webhooks: a subscription comes from a
 * browser, which may name any endpoint.
 */
@Injectable()
export class PushClient {
  constructor(
    @InjectEnv()
    private readonly env: SettingsOf<typeof vapidSettings & typeof webhookSettings> &
      Pick<MailEnv, 'MAIL_FROM'>,
  ) {}

  /** What browsers subscribe for; null if this system sends no notifications. */
  get applicationServerKey(): string | null {
    return this.env.VAPID_PUBLIC_KEY ?? null;
  }

  canReach(endpoint: string): boolean {
    return isPushEndpoint(endpoint, this.rules);
  }

  /** Whether the browser's key is a point on the curve, without which nothing can be encrypted for it. */
  canEncryptFor(secrets: PushSubscriptionSecrets): boolean {
    try {
      this.sign(secrets, testNotification, 0);
      return true;
    } catch {
      return false;
    }
  }

  async send(
    secrets: PushSubscriptionSecrets,
    notification: PushNotification,
    ttlSeconds: number,
  ): Promise<SendOutcome> {
    assertNoTransaction('a push service');
    if (this.applicationServerKey === null) return { result: 'temporary', reason: 'CHANNEL_OFF' };
    if (secrets.applicationServerKey !== this.applicationServerKey)
      return { result: 'permanent', reason: 'SENDER_REFUSED', ends: 'KEY_CHANGED' };
    const request = this.sign(secrets, notification, ttlSeconds);
    try {
      const signal = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS);
      const { rules } = this;
      const destination = await checkDestination(secrets.endpoint, { rules, resolveHost, signal });
      return outcomeOfPush(await postOnce(destination, { ...request, signal }), Date.now());
    } catch (error) {
      return outcomeOfError(error);
    }
  }

  private sign(
    { endpoint, p256dh, auth }: PushSubscriptionSecrets,
    notification: PushNotification,
    ttlSeconds: number,
  ): SignedRequest {
    const { VAPID_PUBLIC_KEY: publicKey = '', VAPID_PRIVATE_KEY: privateKey = '', MAIL_FROM } = this.env;
    // Where the operator of a push service can reach us.
    const subject = `mailto:${parseMailbox(MAIL_FROM)?.address ?? MAIL_FROM}`;
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(notification),
      {
        vapidDetails: { subject, publicKey, privateKey },
        TTL: ttlSeconds,
        urgency: 'high',
        topic: toTopic(notification.tag),
        contentEncoding: 'aes128gcm',
      },
    );
    return { headers: toTexts(headers), body };
  }

  private get rules(): UrlRules {
    return { allowsLoopback: this.env.WEBHOOK_LOOPBACK === 'allowed' };
  }
}

const toTexts = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
