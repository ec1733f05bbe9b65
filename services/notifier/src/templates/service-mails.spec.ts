import { describe, expect, it } from '@jest/globals';
import {
  writeLimitReachedMail,
  writeServiceStoppedMail,
  writeSummaryMail,
  type ServiceStoppedContent,
} from './service-mails.js';
import { renderNoticeMail } from './notice-mail.js';

const context = { publicUrl: 'https://desk.example' };
const renderServiceStopped = (overrides: Partial<ServiceStoppedContent> = {}) =>
  renderNoticeMail(
    writeServiceStoppedMail({
      firstName: 'Dana',
      cause: 'paused',
      at: '2026-01-05T14:03:11.020Z',
      ...overrides,
    }),
    context,
  );

describe('the email about a stopped service', () => {
  it('says since when the service is paused, and where it is resumed', () => {
    const { subject, text, unsubscribeUrl } = renderServiceStopped();
    expect(subject).toBe('Your service was paused');
    expect(text).toContain('Our team paused your service on Jan 5, 2026,');
    expect(text).toContain('https://desk.example/dashboard');
    expect(unsubscribeUrl).toBeUndefined();
  });

  it('sends an agent whose account is disabled to a page that needs no sign-in', () => {
    const { subject, text } = renderServiceStopped({ cause: 'disabled' });
    expect(subject).toBe('Your account was disabled');
    expect(text).toContain('https://desk.example/contact');
    expect(text).not.toContain('/dashboard');
  });

  it('says what to check after a lead that could not be delivered, and where the service is resumed', () => {
    const { subject, text } = renderServiceStopped({ cause: 'undeliverable' });
    expect(subject).toBe("Your service is paused: we couldn't deliver a lead");
    expect(text).toContain('Check your email address');
    expect(text).toContain('https://desk.example/dashboard');
  });

  it('sends an agent to our team after too many leads that could not be delivered', () => {
    const { subject, text } = renderServiceStopped({ cause: 'undeliverable-too-often' });
    expect(subject).toBe("Your service is paused: we couldn't deliver leads");
    expect(text).toContain('3 times within 7 days');
    expect(text).toContain('Only our team can resume it.');
    expect(text).toContain('https://desk.example/contact');
    expect(text).not.toContain('/dashboard');
  });
});

const unsubscribeUrl = 'https://desk.example/api/notices/unsubscribe?token=t';
const renderLimitReached = (dailyLeadLimit = 1_000) =>
  renderNoticeMail(
    writeLimitReachedMail({
      firstName: 'Dana',
      dailyLeadLimit,
      resumesAt: '2026-01-06T06:00:00.000Z',
      timeZone: 'America/Chicago',
    }),
    { ...context, unsubscribeUrl },
  );

describe('the email about a reached daily limit', () => {
  it("says how many leads were bought, and when the limit starts over on the agent's clocks", () => {
    const { subject, text } = renderLimitReached();
    expect(subject).toBe("You've reached your daily limit of 1,000 leads");
    expect(text).toContain('You bought 1,000 leads today');
    expect(text).toContain('Your limit starts over on Jan 6, 2026, 12:00:00 AM CST.');
    expect(text).toContain('https://desk.example/dashboard');
  });

  it('counts one lead', () => {
    expect(renderLimitReached(1).subject).toBe("You've reached your daily limit of 1 lead");
  });

  it('can be turned off with its link', () => {
    const mail = renderLimitReached();
    expect(mail.unsubscribeUrl).toBe(unsubscribeUrl);
    expect(mail.text).toContain(`Turn off emails of this kind: ${unsubscribeUrl}`);
    expect(mail.html).toContain(`href="${unsubscribeUrl}"`);
  });
});

const notices = [{ title: 'A sign-in method was added', at: '2026-01-05T14:03:11.020Z' }];

describe('writeSummaryMail', () => {
  it('lists what changed and when', () => {
    const { text } = renderNoticeMail(writeSummaryMail({ notices, further: 0 }), context);
    expect(text).toContain('Jan 5, 2026, 2:03:11 PM UTC');
    expect(text).toContain('A sign-in method was added');
    expect(text).not.toContain('more.');
    expect(text).toContain('reset your password');
  });

  it('does not address our team like an agent', () => {
    const summary = writeSummaryMail({ notices, further: 0, isForTeam: true });
    const { subject, text } = renderNoticeMail(summary, context);
    expect(subject).toBe('Further notices for admins');
    expect(text).toContain('https://desk.example/admin\n');
    expect(text).not.toMatch(/your account|your password/);
  });

  it.each([
    [1, 'And 1 more.'],
    [1_200, 'And 1,200 more.'],
  ])('counts %i notices that it does not list', (further, sentence) => {
    const { text } = renderNoticeMail(writeSummaryMail({ notices, further }), context);
    expect(text).toContain(sentence);
  });
});
