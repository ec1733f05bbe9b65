import { describe, expect, it } from '@jest/globals';
import { renderNoticeMail } from './notice-mail.js';
import { writeReminderMail } from './reminder-mails.js';

const reminder = {
  firstName: 'Dana',
  leadId: '5a0f8a52-8f5c-4f0e-a3a3-4c2f1d0b9e11',
  remindAt: '2026-03-31T20:00:00.000Z',
  leadType: 'Fixed',
  state: 'TX',
} as const;
const render = (timeZone?: string) =>
  renderNoticeMail(writeReminderMail(reminder, timeZone), { publicUrl: 'https://desk.example' });

describe('the email that reminds an agent to call back', () => {
  it("says which lead, when on the agent's clock, and links to the lead, in text and HTML", () => {
    const { subject, text, html, unsubscribeUrl } = render('America/Chicago');
    expect(subject).toBe('Call back: Fixed annuity lead from TX');
    for (const body of [text, html]) {
      expect(body).toContain('Hi Dana,');
      expect(body).toContain('You asked us to remind you at 3:00 PM CDT to call this lead back.');
      expect(body).toContain('Open the lead');
      expect(body).toContain(`https://desk.example/leads/${reminder.leadId}`);
      expect(body).toContain('You can set another time there.');
    }
    expect(text).toContain('Type: Fixed\nState: TX');
    expect(html).toMatch(/Type[^]*Fixed[^]*State[^]*TX/);
    expect(unsubscribeUrl).toBeUndefined();
  });

  it('names UTC if the time zone is not known', () => {
    expect(render().text).toContain('at 8:00 PM UTC to call');
  });
});
