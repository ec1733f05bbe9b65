import { describe, expect, it } from '@jest/globals';
import { renderServiceStoppedMail, type ServiceStoppedContent } from './service-stopped-mail.js';

const render = (overrides: Partial<ServiceStoppedContent> = {}) =>
  renderServiceStoppedMail(
    { firstName: 'Dana', cause: 'paused', at: '2026-01-05T14:03:11.020Z', ...overrides },
    { publicUrl: 'https://desk.example' },
  );

describe('the email about a stopped service', () => {
  it('says since when the service is paused, and where it is resumed', () => {
    const { subject, text, unsubscribeUrl } = render();
    expect(subject).toBe('Your service was paused');
    expect(text).toContain('Our team paused your service on Jan 5, 2026,');
    expect(text).toContain('https://desk.example/dashboard');
    expect(unsubscribeUrl).toBeUndefined();
  });

  it('sends an agent whose account is disabled to a page that needs no sign-in', () => {
    const { subject, text } = render({ cause: 'disabled' });
    expect(subject).toBe('Your account was disabled');
    expect(text).toContain('https://desk.example/contact');
    expect(text).not.toContain('/dashboard');
  });

  it('says what to check after a lead that could not be delivered, and where the service is resumed', () => {
    const { subject, text } = render({ cause: 'undeliverable' });
    expect(subject).toBe("Your service is paused: we couldn't deliver a lead");
    expect(text).toContain('Check your email address');
    expect(text).toContain('https://desk.example/dashboard');
  });

  it('sends an agent to our team after too many leads that could not be delivered', () => {
    const { subject, text } = render({ cause: 'undeliverable', resumptionNeedsAdmin: true });
    expect(subject).toBe("Your service is paused: we couldn't deliver leads");
    expect(text).toContain('3 times within 7 days');
    expect(text).toContain('Only our team can resume it.');
    expect(text).toContain('https://desk.example/contact');
    expect(text).not.toContain('/dashboard');
  });

  it('keeps a name from adding a line', () => {
    expect(render({ firstName: 'Dana\nBcc: x' }).text).toContain('Hi Dana Bcc: x,');
  });
});
