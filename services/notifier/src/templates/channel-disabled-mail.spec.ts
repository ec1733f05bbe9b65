import { channelDisabledReasons, optionalChannelKinds } from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';
import { renderChannelDisabledMail } from './channel-disabled-mail.js';

const render = (overrides = {}) =>
  renderChannelDisabledMail(
    {
      firstName: 'Dana',
      channel: 'webhook',
      reason: 'DESTINATION_GONE',
      at: '2026-01-05T14:03:10.120Z',
      ...overrides,
    },
    { publicUrl: 'https://desk.example', unsubscribeUrl: 'https://desk.example/off' },
  );

describe('the email about a channel that was turned off', () => {
  it('says which one, why, and where to put it right', () => {
    const { subject, text } = render();
    expect(subject).toBe('Webhook: your leads no longer arrive there');
    expect(text).toContain('The place that we deliver to no longer exists.');
    expect(text).toContain('https://desk.example/integrations');
    expect(text).toContain('Your leads still arrive by email and on your dashboard.');
  });

  it('has an explanation of its own for every reason', () => {
    const texts = channelDisabledReasons.map((reason) => render({ reason }).text);
    expect(new Set(texts).size).toBe(channelDisabledReasons.length);
  });

  it('names every channel, and leaves out a reason that only a newer release knows', () => {
    for (const channel of optionalChannelKinds)
      expect(render({ channel, reason: 'NEWER' }).text).not.toMatch(/undefined|NEWER/);
  });
});
