import { randomUUID } from 'node:crypto';
import type { Message } from '@desk/bullmq-transport';
import type { integrationRequested, integrationResolved, PayloadOf } from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { InjectEnv, type SettingsOf } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { ChannelRepository } from '../channels/channel.repository.js';
import { Mailer } from '../channels/email/mailer.js';
import type { slackSettings } from '../channels/slack/slack-settings.js';
import type { twilioSettings } from '../channels/sms/twilio-settings.js';
import type { adminNoticeSettings } from './admin-notice-settings.js';
import { enqueueAccountMail } from './account-mail-queue.js';
import type { AccountMailContent } from './account-mail.entity.js';
import { AccountMailRepository } from './account-mail.repository.js';
import { needsTeam } from './needs-team.js';

interface NewMail {
  readonly userId: string;
  readonly occasion: string;
  readonly address: string;
  readonly content: AccountMailContent;
}

/** Emails about integration requests: to the team when one needs it, and to the agent when it is resolved. */
@Injectable()
export class IntegrationMailService {
  constructor(
    private readonly transactions: Transactions,
    private readonly channels: ChannelRepository,
    private readonly mails: AccountMailRepository,
    private readonly mailer: Mailer,
    @InjectEnv()
    private readonly env: SettingsOf<
      typeof adminNoticeSettings & typeof slackSettings & typeof twilioSettings
    >,
  ) {}

  /** Enqueues one email per request. Without an address for admins, they see it in their list only. */
  async createForTeam(request: PayloadOf<typeof integrationRequested>, message: Message): Promise<void> {
    const { ADMIN_NOTICES_TO: address, TWILIO_ACCOUNT_SID, SLACK_CLIENT_ID } = this.env;
    const selfServed = { sms: TWILIO_ACCOUNT_SID !== undefined, slack: SLACK_CLIENT_ID !== undefined };
    if (address === undefined || !needsTeam(request, selfServed)) return;
    const { requestId, userId, integrationType, details, firstName, lastName, email, phone, at } = request;
    await this.transactions.once(message, async (tx) => {
      if (await this.channels.lockErased(tx, userId)) return;
      await this.insert(tx, {
        userId,
        occasion: `integration-requested-${requestId}`,
        address,
        content: {
          subject: 'integration-requested',
          ...{ integrationType, details, firstName, lastName, email, phone, at },
        },
      });
    });
  }

  /** Enqueues one email per resolved request. An agent without a usable address sees it on the Integrations page. */
  async createForAgent(
    { requestId, userId, integrationType, status, reason, at }: PayloadOf<typeof integrationResolved>,
    message: Message,
  ): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      if (await this.channels.lockErased(tx, userId)) return;
      const email = (await this.channels.listUsable(tx, userId)).find(({ kind }) => kind === 'email');
      if (!email) return;
      await this.insert(tx, {
        userId,
        occasion: `integration-resolved-${requestId}`,
        address: email.address,
        content: {
          subject: 'integration-resolved',
          ...{ firstName: email.firstName, integrationType, status, reason, at },
        },
      });
    });
  }

  private async insert(tx: Tx, mail: NewMail): Promise<void> {
    const id = randomUUID();
    const messageId = this.mailer.toMessageId('account-mail', id);
    const isNew = await this.mails.insert(tx, { id, kind: 'email', messageId, ...mail });
    if (isNew) enqueueAccountMail(tx, id, 1);
  }
}
