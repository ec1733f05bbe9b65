import type { Lead } from '@desk/contracts';

/** A request as a tool sends it to a funnel's private address, and what has to become of it. */
export interface SourceExample {
  /** Continues the sentence "reads …": `a normal lead`. */
  readonly name: string;
  /** Where the format of the request is documented; null if it is known from use only. */
  readonly documentedAt: string | null;
  readonly method: 'GET' | 'POST';
  /** With names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Without the question mark. */
  readonly query?: string;
  /** Lines of multipart bodies end with `\r\n`. */
  readonly body?: string;
  readonly expected: ExpectedLead | ExpectedRefusal | ExpectedNotification;
}

export interface ExpectedLead {
  readonly lead: Lead;
  /** What belongs to no field of a lead, by its name in the request; with dots where it was nested. */
  readonly extras: Readonly<Record<string, string>>;
  readonly isTest?: true;
  /** What distinguishes a repetition of the request from another lead, if the tool sends it. */
  readonly idempotencyKey?: string;
}

/** For a platform that posts ids of leads, not leads. */
export interface ExpectedNotification {
  readonly notified: readonly string[];
}

export interface ExpectedRefusal {
  /** The names, as the tool sent them, of all fields that are wrong. */
  readonly refused: readonly string[];
}

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
