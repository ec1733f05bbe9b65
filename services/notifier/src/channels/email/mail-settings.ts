import { setting, type SettingsOf, type TlsMode } from '@desk/service-kit';
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

/** Parameters of the URL that weaken TLS; nodemailer prefers them to its other options. */
const WEAKENING_PARAMETERS = [
  'secure',
  'ignoreTLS',
  'requireTLS',
  'opportunisticTLS',
  'tls.rejectUnauthorized',
  'tls.minVersion',
];

interface SmtpOptions {
  readonly url: string;
  readonly requireTLS?: true;
  readonly tls?: { readonly rejectUnauthorized: true; readonly minVersion: 'TLSv1.2' };
}

/**
 * Returns how to connect to the mail server. With TLS `required`, an email is sent only over an encrypted connection
 * with a verified certificate; otherwise it is encrypted if the server offers it.
 */
export function toSmtpOptions(url: string, tls: TlsMode): SmtpOptions {
  if (tls === 'off') return { url };
  const cleaned = new URL(url);
  for (const name of WEAKENING_PARAMETERS) cleaned.searchParams.delete(name);
  return { url: cleaned.href, requireTLS: true, tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' } };
}
