import { setTimeout as sleep } from 'node:timers/promises';
import type { ChannelTest } from '@desk/contracts';
import { InjectEnv, type SettingsOf, type siteSettings } from '@desk/service-kit';
import type { Postponement } from '@desk/steps';
import { Injectable } from '@nestjs/common';
import type { SendOutcome } from '../../sending/send-outcome.js';
import { type LeadMessage, type OptionalChannel, toChannelTest } from '../channel.js';
import { SlackClient } from './slack-client.js';
import { toSendFailure } from './slack-failures.js';
import { renderSlackLead, type SlackMessage } from './slack-message.js';
import { SlackRateLimiter } from './slack-rate-limiter.js';

/** A lead that would have to wait longer is postponed, so that others are sent meanwhile. */
const MAX_WAIT_MS = 1_000;
/** An agent who tests the channel waits for the answer. */
const MAX_TEST_WAIT_MS = 5_000;

export interface SlackChannelSettings {
  readonly token: string;
  readonly slackChannelId: string;
}

/** Posts sold leads in a Slack channel that an agent chose. */
@Injectable()
export class SlackChannel implements OptionalChannel<SlackChannelSettings> {
  readonly kind = 'slack';

  constructor(
    private readonly slack: SlackClient,
    private readonly limiter: SlackRateLimiter,
    @InjectEnv() private readonly env: SettingsOf<typeof siteSettings>,
  ) {}

  toMessageId(deliveryId: string): string {
    return `slack-${deliveryId}`;
  }

  async send(message: LeadMessage, settings: SlackChannelSettings): Promise<SendOutcome | Postponement> {
    const { slackChannelId } = settings;
    const waitMs = await this.limiter.reserve(slackChannelId, MAX_WAIT_MS);
    if (waitMs > MAX_WAIT_MS)
      return { result: 'postponed', delayMs: this.limiter.scheduleRetry(slackChannelId, waitMs) };
    return this.post(settings, this.render(message), waitMs);
  }

  async test(message: LeadMessage, settings: SlackChannelSettings): Promise<ChannelTest> {
    const startedAt = performance.now();
    const rendered = this.render(message);
    const waitMs = await this.limiter.reserve(settings.slackChannelId, MAX_TEST_WAIT_MS);
    const outcome: SendOutcome =
      waitMs > MAX_TEST_WAIT_MS
        ? { result: 'temporary', reason: 'RATE_LIMITED' }
        : await this.post(settings, rendered, waitMs);
    return toChannelTest(outcome, startedAt, { request: rendered.text });
  }

  private render({ sale, deliveryId }: LeadMessage): SlackMessage {
    return renderSlackLead(sale, { publicUrl: this.env.PUBLIC_URL, deliveryId });
  }

  private async post(
    { token, slackChannelId }: SlackChannelSettings,
    message: SlackMessage,
    waitMs: number,
  ): Promise<SendOutcome> {
    if (waitMs > 0) await sleep(waitMs);
    try {
      await this.slack.post(token, slackChannelId, message);
      return { result: 'accepted' };
    } catch (error) {
      const failure = toSendFailure(error);
      if (failure.retryAfterMs !== undefined) await this.limiter.hold(slackChannelId, failure.retryAfterMs);
      return failure;
    }
  }
}
