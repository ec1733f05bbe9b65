import { appendOnly, reencryptionTables, type SchemaRights } from '@desk/service-kit';
import { AccountMailEntity } from '../account-mail/account-mail.entity.js';
import { ChannelEntity } from '../channels/channel.entity.js';
import { DeliveryEntity } from '../deliveries/delivery.entity.js';
import { AgentErasure1790000037000 } from './migrations/1790000037000-agent-erasure.js';
import { AgentErasureIndexes1790000037001 } from './migrations/1790000037001-agent-erasure-indexes.js';
import { EncryptedContents1790000036000 } from './migrations/1790000036000-encrypted-contents.js';
import { CreateNotifications1790000001000 } from './migrations/1790000001000-create-notifications.js';
import { EmailOwnership1790000032000 } from './migrations/1790000032000-email-ownership.js';
import { Resending1790000011000 } from './migrations/1790000011000-resending.js';
import { NoticePreferences1790000046002 } from './migrations/1790000046002-notice-preferences.js';
import { Retention1790000035000 } from './migrations/1790000035000-retention.js';
import { RetentionIndexes1790000035001 } from './migrations/1790000035001-retention-indexes.js';
import { FailingTime1790000063001 } from './migrations/1790000063001-failing-time.js';
import { OurFailures1790000067000 } from './migrations/1790000067000-our-failures.js';
import { FailedMessages1790000039000 } from './migrations/1790000039000-failed-messages.js';
import { AccountRecoveries1795000060001 } from './migrations/1795000060001-account-recoveries.js';
import { OptionalChannels1790000042000 } from './migrations/1790000042000-optional-channels.js';
import { SlackSetUps1790000045001 } from './migrations/1790000045001-slack-set-ups.js';
import { TextMessages1790000044001 } from './migrations/1790000044001-text-messages.js';
import { ContactVersions1790000062001 } from './migrations/1790000062001-contact-versions.js';
import { DeliveriesOfChannels1790000063000 } from './migrations/1790000063000-deliveries-of-channels.js';
import { DeliveryLogIndexes1790000047002 } from './migrations/1790000047002-delivery-log-indexes.js';
import { BrowserNotifications1790000053000 } from './migrations/1790000053000-browser-notifications.js';
import { UndeliverableLeads1790000047001 } from './migrations/1790000047001-undeliverable-leads.js';
import { LeadRefunds1790000058000 } from './migrations/1790000058000-lead-refunds.js';
import { RefundedLeads1790000053001 } from './migrations/1790000053001-refunded-leads.js';
import { SeenLeads1790000163001 } from './migrations/1790000163001-seen-leads.js';
import { ReportedFailures1790000069500 } from './migrations/1790000069500-reported-failures.js';
import { MailboxLimits1790000162000 } from './migrations/1790000162000-mailbox-limits.js';
import { VacuumSettings1790000069000 } from './migrations/1790000069000-vacuum-settings.js';

export const database = {
  schema: 'notifications',
  entities: [ChannelEntity, DeliveryEntity, AccountMailEntity],
  tables: {
    channels: { update: true },
    deliveries: { update: true },
    delivery_attempts: appendOnly,
    undeliverable_leads: { update: ['seen_at'] },
    refunded_leads: appendOnly,
    lead_refunds: { update: ['refunded_at', 'failed_at'] },
    phone_codes: { update: ['expires_at', 'tries', 'used_at'], delete: true },
    phone_consents: { update: ['network', 'phone'] },
    phone_opt_outs: { update: ['lifted_at'] },
    slack_set_ups: { update: ['used_at'], delete: true },
    account_mails: { update: true, delete: true },
    account_recoveries: { update: ['version', 'at'] },
    push_subscriptions: { update: true, delete: true },
    push_messages: { update: true, delete: true },
    notice_preferences: { update: true, delete: true },
    ...reencryptionTables,
  } satisfies SchemaRights,
};
export const migrations = [
  CreateNotifications1790000001000,
  Resending1790000011000,
  Retention1790000035000,
  RetentionIndexes1790000035001,
  EmailOwnership1790000032000,
  EncryptedContents1790000036000,
  AgentErasure1790000037000,
  AgentErasureIndexes1790000037001,
  FailedMessages1790000039000,
  OptionalChannels1790000042000,
  TextMessages1790000044001,
  SlackSetUps1790000045001,
  UndeliverableLeads1790000047001,
  DeliveryLogIndexes1790000047002,
  BrowserNotifications1790000053000,
  NoticePreferences1790000046002,
  RefundedLeads1790000053001,
  LeadRefunds1790000058000,
  ContactVersions1790000062001,
  DeliveriesOfChannels1790000063000,
  FailingTime1790000063001,
  OurFailures1790000067000,
  VacuumSettings1790000069000,
  ReportedFailures1790000069500,
  MailboxLimits1790000162000,
  SeenLeads1790000163001,
  AccountRecoveries1795000060001,
];
