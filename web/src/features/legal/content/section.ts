/** One numbered section: paragraphs, and lists where a list says it better. */
export interface LegalSection {
  /** For links to it. */
  readonly id: string;
  readonly title: string;
  readonly body: readonly (string | readonly string[])[];
}
