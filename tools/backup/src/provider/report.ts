import type { LeadSituation, UnrecordedPayment } from './unrecorded-payments.js';

const descriptions: Readonly<Record<LeadSituation, string>> = {
  unknown:
    'for leads that came after the backup: the buyer has the lead by mail, this system does not know it',
  waiting:
    'for leads that waited at the time of the backup: they expired now, and nobody is charged for them',
  'offer-open': 'for offers that were open: billing reads the outcome and completes the sale',
  'reserved-for-another':
    'for leads that another buyer had reserved: they may be sold again. Review them before services start',
  closed: 'for leads that are sold or expired here',
};

const MAX_LISTED = 20;

/** Describes the payments after the backup, by what became of their leads. Names ids only. */
export function describeUnrecorded(payments: readonly UnrecordedPayment[]): string[] {
  if (payments.length === 0) return ['The card provider has no payment that this database lacks.'];
  const groups = (Object.keys(descriptions) as LeadSituation[]).flatMap((situation) => {
    const group = payments.filter((payment) => payment.situation === situation);
    const listed = group
      .slice(0, MAX_LISTED)
      .map(({ intentId, leadId }) => `    ${intentId}  lead ${leadId}`);
    const more = group.length > MAX_LISTED ? [`    … ${group.length - MAX_LISTED} more`] : [];
    return group.length === 0 ? [] : [`  ${group.length} ${descriptions[situation]}`, ...listed, ...more];
  });
  return [
    `${payments.length} payments at the card provider have no purchase here. Reconciliation lists them again:`,
    ...groups,
  ];
}
