import { setting, type SettingsOf } from '@desk/service-kit';
import { dkimSettings } from './dkim-settings.js';
import { parseMailbox } from './mailbox.js';

export const mailSettings = {
  SMTP_URL: setting.url('the mail server', 'smtp', 'smtps').meta({
    description:
      'The mail server. `smtps:` uses TLS from the start; `smtp:` upgrades, and with SMTP_TLS=required sends nothing if it cannot',
  }),
  SMTP_TLS: setting.tls('SMTP_URL'),
  MAIL_FROM: setting
    .text('the sender of emails')
    .test('mailbox', 'the sender of emails must be an address, or a name and <address>', (value) =>
      Boolean(parseMailbox(value)),
    )
    .meta({
      description:
        'The sender of emails: `Name <address>` or an address alone. Its domain is also the domain of every Message-ID',
    }),
  ...dkimSettings,
};

export type MailEnv = SettingsOf<typeof mailSettings>;
