import type { TlsMode } from '@desk/service-kit';

/** Parameters of the URL that weaken TLS; nodemailer prefers them to its other options. */
const WEAKENING_PARAMETERS = [
  'secure',
  'ignoreTLS',
  'requireTLS',
  'opportunisticTLS',
  'tls.rejectUnauthorized',
  'tls.minVersion',
];

export interface SmtpOptions {
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
