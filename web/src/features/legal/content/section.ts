/** One numbered section: paragraphs and bullet lists. */
export interface LegalSection {
  /** Anchor for links to this section. */
  readonly id: string;
  readonly title: string;
  readonly body: readonly (string | readonly string[])[];
}
