import { appendOnly, type SchemaRights } from '@desk/service-kit';
import { Initial1795680000000 } from './migrations/1795680000000-initial.js';

export const database = {
  schema: 'notifications',
  entities: [],
  tables: {
    channels: { update: true },
    deliveries: { update: true },
    delivery_attempts: appendOnly,
    undeliverable_leads: { update: ['seen_at'] },
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
  } satisfies SchemaRights,
};
export const migrations = [Initial1795680000000];
