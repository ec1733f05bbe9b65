import { InjectEnv, type SettingsOf } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import twilio from 'twilio';
import type { twilioSettings } from './twilio-settings.js';

/** Well above what Twilio needs, which is tenths of a second. */
const TIMEOUT_MS = 8_000;
/** Shorter, because a funnel waits for the answer. */
const LOOKUP_TIMEOUT_MS = 1_200;

/** A refusal because of too many requests. Thrown here because the SDK's own error lacks the `retry-after` header. */
export class TwilioRateLimitError extends Error {
  constructor(readonly retryAfterSeconds: number | undefined) {
    super('Twilio refused a message because of too many');
  }
}

/** The SDK's HTTP client, which is axios. */
class HttpClient extends twilio.RequestClient {
  constructor(apiBase: string | undefined, timeoutMs = TIMEOUT_MS) {
    super({ timeout: timeoutMs });
    this.axios.interceptors.request.use((config) =>
      apiBase === undefined ? config : Object.assign(config, { url: moveTo(apiBase, config.url ?? '') }),
    );
    this.axios.interceptors.response.use((response) => {
      if (response.status !== 429) return response;
      const seconds = Number(response.headers['retry-after'] ?? Number.NaN);
      throw new TwilioRateLimitError(seconds >= 0 ? seconds : undefined);
    });
  }
}

function moveTo(base: string, url: string): string {
  const { pathname, search } = new URL(url);
  return new URL(`${pathname}${search}`, base).href;
}

/** Twilio accepted a message without returning its id. */
export class UnreadableTwilioAnswerError extends Error {}

interface TextMessage {
  readonly to: string;
  readonly body: string;
  /** Where Twilio reports what becomes of the message. */
  readonly statusCallback?: string;
}

/** Sends text messages and looks up numbers with Twilio, or with the sandbox in its place. */
@Injectable()
export class TwilioClient {
  private readonly sdk: ReturnType<typeof twilio> | undefined;
  private readonly lookups: ReturnType<typeof twilio>['lookups'] | undefined;

  constructor(@InjectEnv() private readonly env: SettingsOf<typeof twilioSettings>) {
    const { TWILIO_ACCOUNT_SID: account, TWILIO_AUTH_TOKEN: token, TWILIO_API_BASE: apiBase } = env;
    if (account === undefined || token === undefined) return;
    this.sdk = twilio(account, token, { httpClient: new HttpClient(apiBase) });
    this.lookups = twilio(account, token, { httpClient: new HttpClient(apiBase, LOOKUP_TIMEOUT_MS) }).lookups;
  }

  get isAvailable(): boolean {
    return this.sdk !== undefined;
  }

  /**
   * Returns Twilio's id of the message. Not idempotent: a retry sends another message.
   * @throws UnreadableTwilioAnswerError, errors of the SDK
   */
  async send(message: TextMessage): Promise<string> {
    if (!this.sdk) throw new Error('no provider of text messages is configured');
    const { TWILIO_FROM: from, TWILIO_MESSAGING_SERVICE_SID: messagingServiceSid } = this.env;
    const sender = from === undefined ? { messagingServiceSid: messagingServiceSid ?? '' } : { from };
    const { sid } = await this.sdk.messages.create({ ...message, ...sender });
    // The SDK's types promise an id even if the answer has none.
    if (typeof sid !== 'string' || sid === '') throw new UnreadableTwilioAnswerError();
    return sid;
  }

  /** Whether a number is valid, and on what kind of line. */
  async lookUp(phone: string): Promise<{ isValid: boolean; lineType: string | null }> {
    if (!this.lookups) throw new Error('no provider of text messages is configured');
    const { valid, lineTypeIntelligence } = await this.lookups.v2
      .phoneNumbers(phone)
      .fetch({ fields: 'line_type_intelligence' });
    // Null for a number that is not valid, which the SDK's types do not say.
    const { type } = (lineTypeIntelligence as { type?: unknown } | null) ?? {};
    return { isValid: valid, lineType: typeof type === 'string' ? type : null };
  }

  /** Whether Twilio signed this form for this URL. */
  isSigned(url: string, form: Readonly<Record<string, string>>, signature: string): boolean {
    const { TWILIO_AUTH_TOKEN: token } = this.env;
    return token !== undefined && twilio.validateRequest(token, signature, url, form);
  }
}
