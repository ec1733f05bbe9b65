/** Kinds of tools that post leads, in the order in which pages list them. */
export const sourceGroups = [
  'Ads',
  'Forms and landing pages',
  'CRM and automation',
  'Lead distribution',
  'Other',
] as const;
export type SourceGroup = (typeof sourceGroups)[number];

/** The form in which a tool expects the answer; JSON unless it says otherwise. */
export const answerForms = ['json', 'leadconduit', 'xml', 'cake'] as const;
export type AnswerForm = (typeof answerForms)[number];

/** Placeholder for the private address in a tool's setup steps. */
export const ADDRESS_PLACE = '{address}';
