import { channelDisabledReasons, optionalChannelKinds } from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';
import { writeChannelDisabledMail, writeChannelSetUpMail } from './channel-mails.js';
import { renderNoticeMail } from './notice-mail.js';

const publicUrl = 'https://desk.example';
const renderChannelDisabled = (overrides = {}) =>
  renderNoticeMail(
    writeChannelDisabledMail({
      firstName: 'Dana',
      channel: 'webhook',
      reason: 'DESTINATION_GONE',
      at: '2026-01-05T14:03:10.120Z',
      ...overrides,
    }),
    { publicUrl, unsubscribeUrl: 'https://desk.example/off' },
  );

describe('the email about a channel that was turned off', () => {
  it('says which one, why, and where to put it right', () => {
    const { subject, text } = renderChannelDisabled();
    expect(subject).toBe('Webhook: your leads no longer arrive there');
    expect(text).toContain('The place that we deliver to no longer exists.');
    expect(text).toContain('https://desk.example/integrations');
    expect(text).toContain('Your leads still arrive by email and on your dashboard.');
  });

  it('has an explanation of its own for every reason', () => {
    const texts = channelDisabledReasons.map((reason) => renderChannelDisabled({ reason }).text);
    expect(new Set(texts).size).toBe(channelDisabledReasons.length);
  });

  it('names every channel, and leaves out a reason that only a newer release knows', () => {
    for (const channel of optionalChannelKinds)
      expect(renderChannelDisabled({ channel, reason: 'NEWER' }).text).not.toMatch(/undefined|NEWER/);
  });
});

const renderChannelSetUp = (overrides = {}) =>
  renderNoticeMail(
    writeChannelSetUpMail({
      firstName: 'Dana',
      channel: 'webhook',
      at: '2026-01-05T14:03:10.120Z',
      ...overrides,
    }),
    { publicUrl },
  );

describe('the email about a channel that was set up', () => {
  it('says what, when, and what to do if it was not the agent', () => {
    const { subject, text, html } = renderChannelSetUp();
    expect(subject).toBe('A webhook was set up to get your leads');
    for (const body of [text, html]) {
      expect(body).toContain('This was done on Jan 5, 2026, 2:03:10 PM UTC.');
      expect(body).toContain('https://desk.example/integrations');
    }
    expect(text).toContain("If you didn't do this or ask us to, remove it there");
  });

  it('names every kind of channel', () => {
    const subjects = optionalChannelKinds.map((channel) => renderChannelSetUp({ channel }).subject);
    expect(new Set(subjects).size).toBe(optionalChannelKinds.length);
    expect(subjects.join()).not.toContain('undefined');
  });
});
