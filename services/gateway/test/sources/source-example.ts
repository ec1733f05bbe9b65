import type { Lead } from '@desk/contracts';

/** A request as a tool sends it to a funnel's private address, and what has to become of it. */
export interface SourceExample {
  /** Continues the sentence "reads …": `a normal lead`. */
  readonly name: string;
  /** Where the format of the request is documented. Some are known from use only. */
  readonly documentedAt?: string;
  readonly contentType?: string;
  /** Without the question mark. */
  readonly query?: string;
  /** Lines of multipart bodies end with `\r\n`. */
  readonly body?: string;
  readonly expected: ExpectedLead | ExpectedRefusal | ExpectedNotification;
}

interface ExpectedLead {
  readonly lead: Lead;
  /** What belongs to no field of a lead, by its name in the request; with dots where it was nested. */
  readonly extras: Readonly<Record<string, string>>;
  readonly isTest?: true;
  /** What distinguishes a repetition of the request from another lead, if the tool sends it. */
  readonly idempotencyKey?: string;
}

/** For a platform that posts ids of leads, not leads. */
interface ExpectedNotification {
  readonly notified: readonly string[];
}

interface ExpectedRefusal {
  /** The names, as the tool sent them, of all fields that are wrong. */
  readonly refused: readonly string[];
}

type Content = Pick<SourceExample, 'contentType' | 'body'>;
type Fields = Readonly<Record<string, string>>;

export const toQuery = (fields: Fields): string => new URLSearchParams(fields).toString();
export const json = (value: unknown): Content => ({
  contentType: 'application/json',
  body: JSON.stringify(value),
});
export const form = (fields: Fields): Content => ({
  contentType: 'application/x-www-form-urlencoded',
  body: toQuery(fields),
});
/** JSON as PHP writes it. */
export const toPhpJson = (value: unknown): string => JSON.stringify(value).replaceAll('/', String.raw`\/`);
export const wordPressJson = (value: unknown): Content => ({
  contentType: 'application/json; charset=UTF-8',
  body: toPhpJson(value),
});
export const wordPressForm = (fields: Fields): Content => ({
  contentType: 'application/x-www-form-urlencoded; charset=UTF-8',
  body: toQuery(fields),
});
export function multipart(fields: Fields): Content {
  const boundary = '------------------------J1JNT4vbVO4FCC1qLG4HSv';
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: [...parts, `--${boundary}--\r\n`].join(''),
  };
}

/** Must not be among what is kept of a request. */
export const SECRET = 'secret-of-the-funnel';
export const CERTIFICATE = 'https://cert.trustedform.com/0123456789abcdef0123456789abcdef01234567';
export const JORNAYA_ID = '01E35D5B-6F8C-4A2D-9B37-2F4C8D1E6A90';

/** The lead that most examples contain. */
export const MARGARET: Lead = {
  fullName: 'Margaret Ellison',
  firstName: 'Margaret',
  lastName: 'Ellison',
  email: 'margaret.ellison@example.com',
  phone: '+15125550142',
  state: 'TX',
  zipCode: '78701',
  ageRange: '61-65',
  estimatedAssets: '$250K-$500K',
  purchaseTimeline: '0-3 months',
  leadType: 'Indexed',
};
const { firstName: _first, lastName: _last, ...fullNameOnly } = MARGARET;
/** The same lead from a form that has one field for the name. */
export const FULL_NAME_ONLY: Lead = fullNameOnly;
