import { HandleCommand } from '@desk/bullmq-transport';
import { DomainError, type RequestOf, rotateWebhookSecret, setUpWebhook } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { InjectEnv, type SettingsOf } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import type { webhookSettings } from './webhook-settings.js';
import { OptionalChannelRepository } from '../optional-channel.repository.js';
import { OptionalChannelsService, toAgentChannel } from '../optional-channels.service.js';
import { createSecret, rotateSecret, type WebhookSettings } from './webhook-secrets.js';
import { findUrlProblem } from '../http/url-rules.js';

@Controller()
export class WebhooksController {
  constructor(
    private readonly transactions: Transactions,
    private readonly channels: OptionalChannelsService,
    private readonly repository: OptionalChannelRepository,
    @InjectEnv() private readonly env: SettingsOf<typeof webhookSettings>,
  ) {}

  /** @throws INVALID_REQUEST naming `url` */
  @HandleCommand(setUpWebhook)
  async setUp({ userId, url, ownership, caller }: RequestOf<typeof setUpWebhook>) {
    const problem = findUrlProblem(url, { allowsLoopback: this.env.WEBHOOK_LOOPBACK === 'allowed' });
    if (problem !== undefined)
      throw new DomainError('INVALID_REQUEST', { fields: [{ field: 'url', message: problem }] });
    const { href, hostname } = new URL(url);
    const settings: WebhookSettings = { address: href, secret: createSecret(), previous: [] };
    const row = await this.transactions.run((tx) =>
      this.channels.setUp(tx, { userId, kind: 'webhook', address: hostname, settings, ownership }, caller),
    );
    return {
      channel: toAgentChannel({ ...row, address: href, lastDelivery: null }),
      secret: settings.secret,
    };
  }

  /** @throws CHANNEL_NOT_FOUND */
  @HandleCommand(rotateWebhookSecret)
  rotate({ userId, channelId, caller }: RequestOf<typeof rotateWebhookSecret>) {
    return this.transactions.run(async (tx) => {
      const row = await this.repository.lock(tx, userId, channelId);
      if (row?.kind !== 'webhook') throw new DomainError('CHANNEL_NOT_FOUND');
      const settings = (await this.repository.readSettingsOf(tx, channelId)) as WebhookSettings;
      const { secret, previous, previousValidUntil } = rotateSecret(settings, new Date());
      await this.repository.saveSettings(tx, channelId, { ...settings, secret, previous });
      this.channels.publishAction(tx, 'channel-secret-rotated', row, caller);
      return { secret, previousValidUntil };
    });
  }
}
