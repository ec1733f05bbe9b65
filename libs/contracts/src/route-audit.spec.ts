import { describe, expect, it } from '@jest/globals';
import type { Schema } from 'yup';
import { leadFieldEntries } from './leads/lead-fields.js';
import { routes } from './routes.js';
import type { Route } from './define-route.js';

/** Fields by which leads are counted; alone they describe nobody. */
const countedFields = new Set(['state', 'leadType']);
/** Fields by which an answer identifies or describes a person. */
const personalFields = new Set([
  ...leadFieldEntries.map(([name]) => name as string).filter((name) => !countedFields.has(name)),
  ...['firstName', 'lastName', 'companyName', 'address', 'oldValue', 'newValue', 'asSent'],
]);

interface Description {
  readonly fields?: Readonly<Record<string, Description>>;
  readonly innerType?: Description;
}
const fieldNames = ({ fields = {}, innerType }: Description): string[] => [
  ...Object.entries(fields).flatMap(([name, field]) => [name, ...fieldNames(field)]),
  ...(innerType ? fieldNames(innerType) : []),
];
const hasPersonalData = (answer: Schema | undefined): boolean =>
  answer !== undefined &&
  fieldNames(answer.describe() as Description).some((name) => personalFields.has(name));

const declared = Object.entries(routes as Readonly<Record<string, Route>>);

describe('routes for admins', () => {
  const adminRoutes = declared.filter(([, { access }]) => access === 'admin');

  it('are audited if and only if they return personal data', () => {
    // Downloads declare no answer and are audited as exports.
    const audited = adminRoutes
      .filter(([, { audit, text }]) => audit !== undefined && !text)
      .map(([name]) => name);
    const personal = adminRoutes.filter(([, { answer }]) => hasPersonalData(answer)).map(([name]) => name);
    expect(personal).toEqual(expect.arrayContaining(['listUsers', 'listPayments', 'getLeadTimeline']));
    expect(audited).toEqual(personal);
  });
});

describe('downloads', () => {
  it('are audited before they are answered', () => {
    const downloads = declared.filter(
      ([, { access, text }]) =>
        access !== 'public' && access !== 'funnel' && text && text.contentType !== 'text/event-stream',
    );
    expect(downloads.map(([name, { audit }]) => [name, audit])).toEqual(
      [
        'getDisputeEvidence',
        ...['downloadDocument', 'downloadStatement', 'exportStatement'],
        ...['downloadAnyDocument', 'downloadAgentStatement', 'exportAgentStatement'],
        'exportBalanceReport',
        'exportLeads',
      ].map((name) => [name, 'export']),
    );
  });
});
