import PostalMime, { type Address } from 'postal-mime';

export interface Mail {
  readonly id: string;
  /** Empty if the email had none. */
  readonly messageId: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** ISO 8601 with milliseconds: when the whole email had arrived. */
  readonly receivedAt: string;
  readonly lastReceivedAt: string;
  /** How often an email with this Message-ID arrived. */
  readonly count: number;
}

/** An email as the mail server stores it. It is parsed when it is shown. */
export interface RawMail {
  readonly id: string;
  /** One character for each byte. */
  readonly raw: string;
  /** From the envelope, because headers may omit recipients. */
  readonly to: readonly string[];
  readonly receivedAt: string;
}

const formatAddress = (address: Address | undefined): string =>
  address === undefined
    ? ''
    : address.name === ''
      ? (address.address ?? '')
      : `${address.name} <${address.address ?? ''}>`;

export async function parseMail({
  id,
  raw,
  to,
  receivedAt,
}: RawMail): Promise<Omit<Mail, 'count' | 'lastReceivedAt'>> {
  const mail = await PostalMime.parse(Buffer.from(raw, 'latin1'));
  return {
    id,
    messageId: mail.messageId ?? '',
    from: formatAddress(mail.from),
    to,
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    receivedAt,
  };
}
