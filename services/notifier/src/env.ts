import { encryptionSettings, readEnv, retentionSettings, setting } from '@desk/service-kit';
import { string } from 'yup';
import { dkimSettings } from './channels/email/dkim-settings.js';
import { parseMailbox } from './channels/email/mailbox.js';
import { webhookSettings } from './channels/webhook/webhook-settings.js';
import { vapidSettings } from './channels/push/vapid-settings.js';
import { slackSettings } from './channels/slack/slack-settings.js';
import { twilioSettings } from './channels/sms/twilio-settings.js';
import { retentionRules } from './retention/retention-rules.js';

export const readNotifierEnv = (source: NodeJS.ProcessEnv = process.env) =>
  readEnv(
    {
      ...retentionSettings(retentionRules),
      ...encryptionSettings,
      ...webhookSettings,
      DATABASE_URL: setting.url('the database, as the notifier role', 'postgres', 'postgresql'),
      DATABASE_TLS: setting.tls('DATABASE_URL'),
      DATABASE_POOL_SIZE: setting.poolSize(),
      /** `smtps:` uses TLS from the start; `smtp:` upgrades, and with SMTP_TLS=required sends nothing if it cannot. */
      SMTP_URL: setting.url('the mail server', 'smtp', 'smtps'),
      /** Whether TLS to the mail server is required. */
      SMTP_TLS: setting.tls('SMTP_URL'),
      /** `Name <address>` or an address alone. Its domain is also the domain of every Message-ID. */
      MAIL_FROM: setting
        .text('the sender of emails')
        .test('mailbox', 'the sender of emails must be an address, or a name and <address>', (value) =>
          Boolean(parseMailbox(value)),
        ),
      /** Where notices for admins go, such as integration requests. Without it, admins see them in their lists only. */
      ADMIN_NOTICES_TO: string().test(
        'mailbox',
        'the address for admin notices must be one email address',
        (value) => value === undefined || parseMailbox(value)?.name === '',
      ),
      ...dkimSettings,
      ...twilioSettings,
      ...slackSettings,
      ...vapidSettings,
      PUBLIC_URL: setting.publicUrl(),
    },
    source,
  );

export type NotifierEnv = ReturnType<typeof readNotifierEnv>;
