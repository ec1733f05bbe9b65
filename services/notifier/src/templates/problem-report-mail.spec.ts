import { problemReportStates } from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';
import { type ProblemReportContent, renderProblemReportMail } from './problem-report-mail.js';

const content: ProblemReportContent = {
  firstName: 'Dana',
  leadId: '5a0f8a52-8f5c-4f0e-a3a3-4c2f1d0b9e11',
  reason: 'not-delivered',
  state: 'reported',
  declineReason: null,
  at: '2026-01-05T14:30:00.000Z',
};
const render = (change: Partial<ProblemReportContent>) =>
  renderProblemReportMail({ ...content, ...change }, { publicUrl: 'https://desk.example' });

describe('renderProblemReportMail', () => {
  it.each(problemReportStates)('links to the lead when it is %s', (state) => {
    const { text, html } = render({ state });
    expect(text).toContain(`https://desk.example/leads/${content.leadId}`);
    expect(html).toContain(`https://desk.example/leads/${content.leadId}`);
  });

  it('says why a report was declined, without letting the text become markup', () => {
    const { text, html } = render({ state: 'declined', declineReason: 'Accepted by <mx>\nat 9:30' });
    expect(text).toContain('Accepted by <mx> at 9:30');
    expect(html).not.toContain('<mx>');
  });

  it('says that feedback does not lead to a refund', () => {
    expect(render({ state: 'recorded', reason: 'wrong-number' }).text).toContain('does not lead to a refund');
  });
});
