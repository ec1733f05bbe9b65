import type { EventContract, PayloadOf } from '@desk/contracts';

/** A rendered email. Both bodies have the same content. */
export interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Unsubscribes from emails of this kind without a sign-in (RFC 8058). Only for those that an agent may turn off. */
  readonly unsubscribeUrl?: string;
}

/** ISO 8601. */
export type Instant = string;

/** What an email to an agent says about an event: some of its fields, and the agent's name. */
export type About<Event extends EventContract, Field extends keyof PayloadOf<Event>> = Pick<
  PayloadOf<Event>,
  Field
> & { readonly firstName: string };

/** A label and its value, optionally a link. */
export interface DetailRow {
  readonly label: string;
  readonly value: string;
  readonly href?: string;
}

/** What templates take besides their content. */
export interface MailContext {
  readonly publicUrl: string;
  /** Greets without the name. */
  readonly omitsName?: boolean;
  /** Only for emails that an agent may turn off. */
  readonly unsubscribeUrl?: string | undefined;
}
