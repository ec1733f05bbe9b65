import { describe, expect, it } from '@jest/globals';
import { renderLimitReachedMail } from './limit-reached-mail.js';

const context = {
  publicUrl: 'https://desk.example',
  unsubscribeUrl: 'https://desk.example/api/notices/unsubscribe?token=t',
};
const render = (overrides = {}) =>
  renderLimitReachedMail(
    {
      firstName: 'Dana',
      dailyLeadLimit: 1_000,
      resumesAt: '2026-01-06T06:00:00.000Z',
      timeZone: 'America/Chicago',
      ...overrides,
    },
    context,
  );

describe('the email about a reached daily limit', () => {
  it("says how many leads were bought, and when the limit starts over on the agent's clocks", () => {
    const { subject, text } = render();
    expect(subject).toBe("You've reached your daily limit of 1,000 leads");
    expect(text).toContain('You bought 1,000 leads today');
    expect(text).toContain('Your limit starts over on Jan 6, 2026, 12:00:00 AM CST.');
    expect(text).toContain('https://desk.example/dashboard');
  });

  it('counts one lead', () => {
    expect(render({ dailyLeadLimit: 1 }).subject).toBe("You've reached your daily limit of 1 lead");
  });

  it('keeps a name from adding a line', () => {
    expect(render({ firstName: 'Dana\nBcc: x' }).text).toContain('Hi Dana Bcc: x,');
  });

  it('can be turned off with its link', () => {
    const mail = render();
    expect(mail.unsubscribeUrl).toBe(context.unsubscribeUrl);
    expect(mail.text).toContain(`Turn off emails of this kind: ${context.unsubscribeUrl}`);
    expect(mail.html).toContain(`href="${context.unsubscribeUrl}"`);
  });
});
