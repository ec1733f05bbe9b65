import { describe, expect, it } from '@jest/globals';
import { sampleSale } from '../optional-channels.service.js';
import type { LeadSale } from '../channel.js';
import { escapeSlack, renderSlackLead } from './slack-message.js';

const sale = sampleSale('0191e1a0-0000-7000-8000-000000000003');
const options = { publicUrl: 'https://desk.example', deliveryId: 'd1' };
const render = (lead: Partial<LeadSale['lead']> = {}) =>
  renderSlackLead({ ...sale, leadId: 'l1', lead: { ...sale.lead, ...lead } }, options);
const textsOf = (message: ReturnType<typeof render>): { mrkdwn: string[]; plain: string[] } => {
  const found: { type: string; text: string; emoji?: boolean }[] = [];
  JSON.stringify(message.blocks, (_key, value: unknown) => {
    const text = value as { type?: string; text?: unknown } | null;
    if (typeof text?.text === 'string') found.push(value as (typeof found)[number]);
    return value;
  });
  const of = (type: string) => found.filter((text) => text.type === type).map(({ text }) => text);
  expect(found.filter(({ type }) => type === 'plain_text').every(({ emoji }) => emoji === false)).toBe(true);
  return { mrkdwn: of('mrkdwn'), plain: of('plain_text') };
};

describe('renderSlackLead', () => {
  it('has what is needed to call, and a button to the lead', () => {
    const message = render();
    const { mrkdwn, plain } = textsOf(message);
    expect(message.text).toBe(
      'New lead: Sample Lead (test), (212) 555-0100, NY. https://desk.example/leads/l1',
    );
    expect(mrkdwn).toEqual([
      '*Phone*  <tel:+12125550100|(212) 555-0100>\n*Email*  <mailto:sample.lead@example.com|sample.lead@example.com>',
    ]);
    expect(plain).toEqual([
      'New lead: Sample Lead (test)',
      'State: NY',
      'Age: 61-65',
      'Type: Fixed',
      'Assets: $250K-$500K',
      'Timeline: 0-3 months',
      'Open lead',
    ]);
    expect(JSON.stringify(message.blocks)).toContain('"url":"https://desk.example/leads/l1"');
  });

  it('has the same id on every attempt, and neither ZIP code nor consent', () => {
    expect(render().metadata).toEqual({
      event_type: 'lead_delivered',
      event_payload: { delivery_id: 'd1', lead_id: 'l1' },
    });
    expect(JSON.stringify(render())).not.toMatch(/10001|192\.0\.2\.1|tcpa/i);
  });

  it.each(['<!channel>', '<@U123>', '<https://evil.example|Bank>', '*bold* :tada:', 'a & b\n> quote'])(
    'never lets Slack read %j in a name as more than text',
    (fullName) => {
      const message = render({ fullName });
      expect(textsOf(message).mrkdwn.join()).not.toContain(fullName.slice(0, 4));
      expect(message.text.replace(/&(amp|lt|gt);/g, '')).not.toMatch(/[<>&]/);
    },
  );

  it.each(['john_doe@example.com', 'a.b+c@example.com'])('links the email %s', (email) => {
    expect(textsOf(render({ email })).mrkdwn.join()).toContain(`|${email}>`);
  });

  it.each([
    ...['_a_@example.com', '_john@example.com', 'john_@example.com', 'a*b*@example.com', 'a~b~@example.com'],
    ...['a`b`@example.com', 'a|b@example.com', 'a&b@example.com', 'a b@example.com'],
  ])('shows an email that Slack would format as plain text: %s', (email) => {
    const { mrkdwn, plain } = textsOf(render({ email }));
    expect(mrkdwn.join()).not.toContain('@example.com');
    expect(plain).toContain(`Email: ${email}`);
  });

  it('shortens a name to what a header may hold', () => {
    const { plain } = textsOf(render({ fullName: 'x'.repeat(400) }));
    expect(plain[0]?.length).toBeLessThanOrEqual(150);
  });

  it.each(['😀', '👩‍🚒', 'e\u0301', '🇺🇸'])('cuts a name of %s between characters', (character) => {
    for (const offset of ['', 'x', 'xx', 'xxx']) {
      const [header = ''] = textsOf(render({ fullName: offset + character.repeat(100) })).plain;
      expect(header.length).toBeLessThanOrEqual(150);
      expect(
        header
          .slice('New lead: '.length + offset.length, -1)
          .split(character)
          .join(''),
      ).toBe('');
    }
  });
});

describe('escapeSlack', () => {
  it('escapes the ampersand first', () => {
    expect(escapeSlack('&lt; <b> & >')).toBe('&amp;lt; &lt;b&gt; &amp; &gt;');
  });
});
