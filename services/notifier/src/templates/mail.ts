/** A mail ready to be sent; both bodies say the same. */
export interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** One thing said: a label and its value, which may lead somewhere. */
export interface Fact {
  readonly label: string;
  readonly value: string;
  readonly href?: string;
}
