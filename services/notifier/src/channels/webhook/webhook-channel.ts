import {
  type ChannelTest,
  consentFieldEntries,
  leadFieldEntries,
  type LeadFieldName,
  toNameParts,
  truncate,
} from '@desk/contracts';
import { assertNoTransaction } from '@desk/outbox';
import { InjectEnv, type SettingsOf } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { SendOutcome } from '../../sending/send-outcome.js';
import { type LeadMessage, type LeadSale, type OptionalChannel, toChannelTest } from '../channel.js';
import { checkDestination, resolveHost } from '../http/check-destination.js';
import { type Answer, postOnce } from '../http/post-once.js';
import { outcomeOfAnswer, outcomeOfError } from './webhook-outcome.js';
import { signMessage, type WebhookSettings } from './webhook-secrets.js';
import type { webhookSettings } from './webhook-settings.js';

/**
 * Renders a sold lead as JSON (docs/webhooks.md). Fields have the names that funnels use, and missing ones are null, so
 * that every message has the same fields. Every attempt sends the same text.
 */
export function renderWebhookBody({ lead, ...sale }: LeadSale): string {
  const { consent, extras } = lead;
  // Many CRMs want two names.
  const values: Readonly<Partial<Record<LeadFieldName, string | undefined>>> = {
    ...lead,
    ...toNameParts(lead),
  };
  return JSON.stringify({
    type: 'lead.sold',
    timestamp: sale.soldAt,
    data: {
      lead_id: sale.leadId,
      purchase_id: sale.offerId,
      price_cents: sale.amountCents,
      currency: 'usd',
      received_at: sale.receivedAt,
      sold_at: sale.soldAt,
      source: sale.funnelName,
      ...Object.fromEntries(leadFieldEntries.map(([name, { postedAs }]) => [postedAs, values[name] ?? null])),
      consent: Object.fromEntries(
        consentFieldEntries.map(([name, { postedAs }]) => [postedAs, consent?.[name] ?? null]),
      ),
      extra: Object.fromEntries((extras ?? []).map(({ name, value }) => [name, value])),
    },
  });
}

/** Limits the whole attempt, from the look-up to the end of the answer. */
const ATTEMPT_TIMEOUT_MS = 15_000;

/** Longest text shown of a request or an answer. */
const MAX_CHARACTERS = 2_000;

const shorten = (text: string): string => truncate(text, MAX_CHARACTERS);

/** Renders what was sent, for the agent who tests an endpoint. Indented, so it is not what the signature covers. */
export const describeRequest = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): string =>
  shorten(
    [
      `POST ${url}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      '',
      JSON.stringify(JSON.parse(body), null, 2),
    ].join('\n'),
  );

export const describeAnswer = ({ status, contentType, body }: Answer): string =>
  shorten(
    [`HTTP ${status}`, ...(contentType === undefined ? [] : [`content-type: ${contentType}`]), '', body]
      .join('\n')
      .trimEnd(),
  );

interface Exchange {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly outcome: SendOutcome;
  readonly answer: Answer | undefined;
}

/** Posts sold leads to an agent's own endpoint, signed as Standard Webhooks describes. */
@Injectable()
export class WebhookChannel implements OptionalChannel<WebhookSettings> {
  readonly kind = 'webhook';

  constructor(@InjectEnv() private readonly env: SettingsOf<typeof webhookSettings>) {}

  toMessageId(deliveryId: string): string {
    return `msg_${deliveryId}`;
  }

  async send(message: LeadMessage, settings: WebhookSettings): Promise<SendOutcome> {
    return (await this.post(message, settings)).outcome;
  }

  async test(message: LeadMessage, settings: WebhookSettings): Promise<ChannelTest> {
    const startedAt = performance.now();
    const { headers, body, outcome, answer } = await this.post(message, settings);
    return toChannelTest(outcome, startedAt, {
      request: describeRequest(message.address, headers, body),
      response: answer === undefined ? null : describeAnswer(answer),
    });
  }

  private async post(
    { address, messageId, sale }: LeadMessage,
    settings: WebhookSettings,
  ): Promise<Exchange> {
    assertNoTransaction('an endpoint of an agent');
    const body = renderWebhookBody(sale);
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Annuity-Desk-Webhooks/1',
      ...signMessage(settings, { id: messageId, body, now: new Date() }),
    };
    try {
      const signal = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS);
      const rules = { allowsLoopback: this.env.WEBHOOK_LOOPBACK === 'allowed' };
      const destination = await checkDestination(address, { rules, resolveHost, signal });
      const answer = await postOnce(destination, { headers, body, signal });
      return { headers, body, outcome: outcomeOfAnswer(answer, Date.now()), answer };
    } catch (error) {
      return { headers, body, outcome: outcomeOfError(error), answer: undefined };
    }
  }
}
