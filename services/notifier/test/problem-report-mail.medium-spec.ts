import { randomUUID } from 'node:crypto';
import {
  agentErased,
  buyerClosed,
  type PayloadOf,
  problemReportChanged,
  type ProblemReportState,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NotifierHarness } from './notifier.harness.js';

type Change = PayloadOf<typeof problemReportChanged>;

describe('mails about reported problems', () => {
  const notifier = new NotifierHarness();
  const newReport = (buyerId: string): Omit<Change, 'state' | 'declineReason'> => ({
    reportId: randomUUID(),
    leadId: randomUUID(),
    buyerId,
    reason: 'not-delivered',
    at: '2026-03-02T15:04:00.000Z',
  });
  const publish = async (
    report: Omit<Change, 'state' | 'declineReason'>,
    state: ProblemReportState,
    declineReason: string | null = null,
  ): Promise<void> => {
    const key = `${report.reportId}-${state}-${randomUUID()}`;
    await notifier.publish(problemReportChanged, { ...report, state, declineReason }, key);
    await notifier.waitForAcknowledgments();
  };
  const subjects = (email: string) => notifier.mailServer.listReceived(email).map(({ mail }) => mail.subject);

  beforeAll(() => notifier.start());
  afterAll(() => notifier.stop());

  it('tell the agent about each step once, even if the mail server was down and events are repeated', async () => {
    const { userId, email } = await notifier.register();
    const report = newReport(userId);
    notifier.mailServer.script(email, { answer: 451 });
    for (const state of ['reported', 'in-review', 'reported', 'in-review'] as const)
      await publish(report, state);
    await publish(report, 'declined', 'The log shows that it arrived.');
    await publish(report, 'declined', 'The log shows that it arrived.');
    await eventually(() => subjects(email).length === 3);
    await notifier.waitForAcknowledgments();
    expect(subjects(email).toSorted()).toEqual([
      'We are reviewing your report',
      'We declined your report',
      'We got your report',
    ]);
    const declined = notifier.mailServer
      .listReceived(email)
      .find(({ mail }) => mail.subject === 'We declined your report');
    expect(declined?.mail.text).toContain('The log shows that it arrived.');
    expect(declined?.mail.text).toContain(report.leadId);
  });

  it('promise a refund when an admin approves, and none for feedback', async () => {
    const { userId, email } = await notifier.register();
    await publish(newReport(userId), 'approved');
    await publish({ ...newReport(userId), reason: 'wrong-number' }, 'recorded');
    await eventually(() => subjects(email).length === 2);
    const findText = (subject: string) =>
      notifier.mailServer.listReceived(email).find(({ mail }) => mail.subject === subject)?.mail.text;
    expect(findText('We are returning your money')).toContain('The whole payment goes back');
    expect(findText('Thanks for your feedback')).toContain('does not lead to a refund');
  });

  it('are not sent to an erased agent', async () => {
    const { userId, email } = await notifier.register();
    const at = new Date().toISOString();
    await notifier.publish(agentErased, { userId, at }, userId);
    await notifier.publish(buyerClosed, { buyerId: userId, undeliveredLeadIds: [], at }, userId);
    await notifier.waitForAcknowledgments();
    await publish(newReport(userId), 'declined', 'Too late.');
    expect(await notifier.listRows('account_mails', 'user_id', userId)).toEqual([]);
    expect(subjects(email)).toEqual([]);
  });
});
