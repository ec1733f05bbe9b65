import type { DataCipher } from '@desk/service-kit';

/** Ties an encrypted text to its report and column, so that the text of another report is refused. */
export const toReportPurpose = (column: ReportText, reportId: string): string =>
  `problem_reports.${column} ${reportId}`;

/** Texts that may contain personal data of a lead or an agent. */
export const reportTexts = ['details', 'decision_note'] as const;
type ReportText = (typeof reportTexts)[number];

/** A row's columns with such texts. */
export interface ReportTexts extends Readonly<Record<ReportText, string>> {
  readonly id: string;
}

export const decryptReport = <R extends ReportTexts>(cipher: DataCipher, stored: R): R => ({
  ...stored,
  details: cipher.decrypt(stored.details, toReportPurpose('details', stored.id)),
  decision_note: cipher.decrypt(stored.decision_note, toReportPurpose('decision_note', stored.id)),
});
