import { optionalChannelKinds } from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';
import { renderChannelSetUpMail } from './channel-set-up-mail.js';

const render = (overrides = {}) =>
  renderChannelSetUpMail(
    { firstName: 'Dana', channel: 'webhook', at: '2026-01-05T14:03:10.120Z', ...overrides },
    { publicUrl: 'https://desk.example' },
  );

describe('the email about a channel that was set up', () => {
  it('says what, when, and what to do if it was not the agent', () => {
    const { subject, text, html } = render();
    expect(subject).toBe('A webhook was set up to get your leads');
    for (const body of [text, html]) {
      expect(body).toContain('This was done on Jan 5, 2026, 2:03:10 PM UTC.');
      expect(body).toContain('https://desk.example/integrations');
    }
    expect(text).toContain("If you didn't do this or ask us to, remove it there");
  });

  it('names every kind of channel', () => {
    const subjects = optionalChannelKinds.map((channel) => render({ channel }).subject);
    expect(new Set(subjects).size).toBe(optionalChannelKinds.length);
    expect(subjects.join()).not.toContain('undefined');
  });

  it('cannot be made to contain markup or another line by a name', () => {
    const { text, html } = render({ firstName: '<b>Da\r\nna' });
    expect(html).toContain('Hi &lt;b&gt;Da na,');
    expect(text).toContain('Hi <b>Da na,');
  });
});
