import { randomUUID } from 'node:crypto';
import {
  approveProblemReport,
  countProblemReports,
  declineProblemReport,
  getProblemReport,
  getSoldLead,
  leadRefunded,
  listProblemReports,
  openProblemReportStates,
  type ProblemReason,
  reportProblem,
  startProblemReview,
} from '@desk/contracts';
import { eventually, runRetention } from '@desk/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { retentionRules } from '../src/retention/retention-rules.js';
import { type Fixture, startFixture } from './lead-router.fixture.js';

let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => fixture.reset());

interface Sale {
  readonly buyerId: string;
  readonly leadId: string;
  readonly offerId: string;
}

async function sell(): Promise<Sale> {
  await fixture.addBuyer();
  const { id: offerId, lead_id: leadId, buyer_id: buyerId } = await fixture.sell();
  return { buyerId, leadId, offerId };
}
const toIds = ({ buyerId, leadId }: Sale) => ({ buyerId, leadId });
const report = (
  { buyerId, leadId }: Pick<Sale, 'buyerId' | 'leadId'>,
  reason: ProblemReason = 'not-delivered',
  details = 'No email arrived from Margaret.',
) => fixture.client.send(reportProblem, { buyerId, leadId, reason, details });
const byAdmin = (reportId: string) => ({
  reportId,
  actorId: randomUUID(),
  caller: { address: '192.0.2.1', userAgent: null },
});
const approve = (reportId: string) =>
  fixture.client.send(approveProblemReport, { ...byAdmin(reportId), note: 'Never delivered.' });
const decline = (reportId: string) =>
  fixture.client.send(declineProblemReport, { ...byAdmin(reportId), note: 'It was delivered.' });
const count = async (name: string, key: string): Promise<number> =>
  (await fixture.query('SELECT 1 FROM outbox WHERE message_id = $1', [`${name}~${key}`])).length;
const refund = async (sale: Sale) => {
  const ids = { refundId: randomUUID(), purchaseId: randomUUID(), amountCents: 8_000 };
  const refundedAt = new Date().toISOString();
  await fixture.deliver(leadRefunded, { ...sale, ...ids, reason: 'goodwill', refundedAt });
  await eventually(
    async () =>
      (
        await fixture.query('SELECT 1 FROM sold_leads WHERE refunded_at IS NOT NULL AND lead_id = $1', [
          sale.leadId,
        ])
      ).length === 1,
  );
};

describe('an agent', () => {
  test('reports a problem, and sees it with the lead', async () => {
    const sale = await sell();
    const created = await report(sale);
    expect(created).toMatchObject({ state: 'reported', details: 'No email arrived from Margaret.' });
    const lead = await fixture.client.send(getSoldLead, toIds(sale));
    expect(lead.problemReports).toEqual([created]);
  });

  test('gives feedback that needs no decision and is counted for the funnel', async () => {
    const sale = await sell();
    expect(await report(sale, 'wrong-number', '')).toMatchObject({ state: 'recorded', details: '' });
    await report(sale, 'other');
    const { counts } = await fixture.client.send(countProblemReports, { funnelId: fixture.funnelId });
    expect(counts).toEqual([
      { reason: 'other', reports: 1 },
      { reason: 'wrong-number', reports: 1 },
    ]);
  });

  test("cannot report another agent's lead", async () => {
    const { leadId } = await sell();
    await expect(report({ leadId, buyerId: randomUUID() })).rejects.toMatchObject({ code: 'LEAD_NOT_FOUND' });
  });

  test('reports each reason once, and one refund problem at a time, also at the same moment', async () => {
    const sale = await sell();
    const answers = await Promise.allSettled([
      ...Array.from({ length: 4 }, () => report(sale)),
      ...Array.from({ length: 4 }, () => report(sale, 'duplicate-charge')),
    ]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await fixture.query('SELECT 1 FROM problem_reports')).toHaveLength(1);
    const [open] = (await list()).reports;
    await decline(open?.id ?? '');
    await expect(report(sale, open?.reason)).rejects.toMatchObject({ code: 'PROBLEM_ALREADY_REPORTED' });
  });

  test('reports until seven days after the purchase', async () => {
    const sale = await sell();
    await fixture.query("UPDATE sold_leads SET sold_at = sold_at - interval '7 days 1 second'");
    await expect(report(sale)).rejects.toMatchObject({ code: 'PROBLEM_REPORT_TOO_LATE' });
  });

  test('cannot report a lead that was refunded', async () => {
    const sale = await sell();
    await refund(sale);
    await expect(report(sale)).rejects.toMatchObject({ code: 'LEAD_ALREADY_REFUNDED' });
  });
});

const list = (over: object = {}) =>
  fixture.client.send(listProblemReports, {
    states: [...openProblemReportStates],
    reason: null,
    funnelId: null,
    after: null,
    limit: 10,
    ...over,
  });

describe('an admin', () => {
  test('lists reports by state, reason and funnel, in pages', async () => {
    const first = await report(await sell());
    const second = await report(await sell(), 'duplicate-charge');
    await report(await sell(), 'wrong-person');
    const ids = async (over: object = {}) => (await list(over)).reports.map(({ id }) => id);
    expect(await ids()).toEqual([second.id, first.id]);
    expect(await ids({ reason: 'duplicate-charge' })).toEqual([second.id]);
    expect(await ids({ funnelId: randomUUID() })).toEqual([]);
    expect(await ids({ states: [], funnelId: fixture.funnelId })).toHaveLength(3);
    expect(await ids({ after: { reportedAt: second.reportedAt, id: second.id } })).toEqual([first.id]);
  });

  test('approves once, however often it is repeated, and asks billing for one refund', async () => {
    const { id } = await report(await sell());
    await Promise.all(Array.from({ length: 5 }, () => approve(id)));
    const approved = await fixture.client.send(getProblemReport, { reportId: id });
    expect(approved).toMatchObject({
      state: 'approved',
      approvalNote: 'Never delivered.',
      declineReason: null,
    });
    expect(await count('leads.refund-approved', id)).toBe(1);
    expect(await count('leads.problem-report-changed', `${id}-approved`)).toBe(1);
    await expect(decline(id)).rejects.toMatchObject({ code: 'PROBLEM_REPORT_DECIDED' });
  });

  test('starts a review, then declines with a reason that the agent reads', async () => {
    const sale = await sell();
    const { id } = await report(sale);
    await fixture.client.send(startProblemReview, byAdmin(id));
    await fixture.client.send(startProblemReview, byAdmin(id));
    expect(await count('leads.problem-report-changed', `${id}-in-review`)).toBe(1);
    await decline(id);
    expect((await fixture.client.send(getSoldLead, toIds(sale))).problemReports).toMatchObject([
      { state: 'declined', declineReason: 'It was delivered.' },
    ]);
    await expect(approve(id)).rejects.toMatchObject({ code: 'PROBLEM_REPORT_DECIDED' });
    expect(await count('leads.refund-approved', id)).toBe(0);
  });

  test('cannot approve feedback', async () => {
    const { id } = await report(await sell(), 'not-interested');
    await expect(approve(id)).rejects.toMatchObject({ code: 'PROBLEM_REPORT_DECIDED' });
  });

  test('needs no decision once the payment was refunded in another way', async () => {
    const sale = await sell();
    const { id } = await report(sale);
    await refund(sale);
    expect(await fixture.client.send(getProblemReport, { reportId: id })).toMatchObject({
      state: 'approved',
      decidedBy: null,
      approvalNote: null,
      refundedAt: expect.any(String),
    });
    expect(await count('leads.refund-approved', id)).toBe(0);
  });
});

describe('what an agent wrote', () => {
  test('is encrypted', async () => {
    const { id } = await report(await sell());
    await decline(id);
    const [row] = await fixture.query<{ details: string; decision_note: string }>(
      'SELECT details, decision_note FROM problem_reports',
    );
    expect(row?.details).toMatch(/^enc:/);
    expect(row?.decision_note).toMatch(/^enc:/);
  });

  test("is removed with the lead's contact data", async () => {
    const sale = await sell();
    await report(sale);
    await fixture.query("UPDATE leads SET sold_at = sold_at - interval '731 days' WHERE id = $1", [
      sale.leadId,
    ]);
    await runRetention({ url: fixture.databaseUrl, schema: 'leads' }, retentionRules);
    expect(await fixture.query('SELECT details FROM problem_reports')).toEqual([{ details: '' }]);
  });
});
