import type { Stripe } from 'stripe';
import type { SmokeOptions } from './smoke-options.js';
import { SmokeTest, type StepResult } from './smoke-test.js';
import { WebhookListener } from './webhook-listener.js';

/** Returns whether every step passed. */
export async function runSmokeTest(
  stripe: Stripe,
  { webhooks }: Pick<SmokeOptions, 'webhooks'>,
  eventTimeoutMs: number,
  report: (result: StepResult) => void,
): Promise<boolean> {
  const listener = webhooks && (await WebhookListener.start(stripe, webhooks));
  const listEvents = async (): Promise<readonly Stripe.Event[]> =>
    listener?.list() ?? (await stripe.events.list({ limit: 100 })).data;
  try {
    return await new SmokeTest(stripe, listEvents, eventTimeoutMs, report).run();
  } finally {
    listener?.close();
  }
}
