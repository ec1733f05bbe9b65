/** A rendered email. Both bodies have the same content. */
export interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A label and its value, optionally a link. */
export interface DetailRow {
  readonly label: string;
  readonly value: string;
  readonly href?: string;
}
