import { buffer } from 'node:stream/consumers';
import DKIM from 'nodemailer/lib/dkim';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Mail } from '../../templates/mail.js';
import type { DkimKey } from './dkim-settings.js';
import type { Mailbox } from './mailbox.js';

export interface Recipient {
  readonly address: string;
  readonly messageId: string;
}

/** nodemailer's default lacks `List-Unsubscribe-Post`, without which receivers show no unsubscribe button (RFC 8058). */
const SIGNED_FIELDS = [
  'From',
  'To',
  'Subject',
  'Date',
  'Message-ID',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'Auto-Submitted',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
].join(':');

/** Returns the whole message, signed if there is a key. */
export async function composeMail(
  { from, dkimKey }: { readonly from: Mailbox; readonly dkimKey: DkimKey | undefined },
  { address, messageId }: Recipient,
  { subject, text, html, unsubscribeUrl }: Mail,
): Promise<Buffer> {
  const composer = new MailComposer({
    from: { name: from.name, address: from.address },
    to: { name: '', address },
    subject,
    text,
    html,
    messageId,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl !== undefined && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    // Otherwise nodemailer would count the letters of every text, several times, to choose an encoding.
    textEncoding: 'quoted-printable',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const message = await composer.compile().build();
  return dkimKey ? buffer(new DKIM({ ...dkimKey, headerFieldNames: SIGNED_FIELDS }).sign(message)) : message;
}
