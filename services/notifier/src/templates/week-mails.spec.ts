import { describe, expect, it } from '@jest/globals';
import { renderNoticeMail } from './notice-mail.js';
import { writeAgentWeekMail, writeMarketWeekMail } from './week-mails.js';

type AgentWeek = Parameters<typeof writeAgentWeekMail>[0];
type MarketWeek = Parameters<typeof writeMarketWeekMail>[0];

const context = { publicUrl: 'https://desk.example', unsubscribeUrl: 'https://desk.example/unsubscribe-me' };
const nothing = { leads: 0, refunded: 0, spentCents: 0, won: 0, commissionCents: 0, contactMs: null };
const renderAgentWeek = (content: Partial<AgentWeek>) =>
  renderNoticeMail(
    writeAgentWeekMail({
      firstName: 'Dana',
      monday: '2026-03-30',
      week: nothing,
      weekBefore: nothing,
      ...content,
    }),
    context,
  );

describe("the email about an agent's week", () => {
  it('compares each figure with the week before, and links to the reports, in text and HTML', () => {
    const { subject, text, html, unsubscribeUrl } = renderAgentWeek({
      week: {
        leads: 12,
        refunded: 1,
        spentCents: 88_000,
        won: 2,
        commissionCents: 1_250_050,
        contactMs: 8_400_000,
      },
      weekBefore: { ...nothing, leads: 9, spentCents: 72_000 },
    });
    expect(subject).toBe('Your week: 12 leads');
    for (const body of [text, html]) {
      expect(body).toContain('Hi Dana,');
      expect(body).toContain('You bought 12 leads from March 30 to April 5, 3 more than in the week before.');
      expect(body).toContain('https://desk.example/reports');
      expect(body).toContain('https://desk.example/unsubscribe-me');
    }
    const rows = [
      'Leads: 12 (9 the week before)',
      'Refunded: 1 (0 the week before)',
      'Spent after refunds: $880 ($720 the week before)',
      'Won: 2 (0 the week before)',
      'Commission: $12,500.50 ($0 the week before)',
      'Time to first contact: 2 h 20 min (none the week before)',
    ];
    expect(text).toContain(rows.join('\n'));
    for (const row of rows) expect(html).toContain(row.slice(row.indexOf(': ') + 2));
    expect(unsubscribeUrl).toBe(context.unsubscribeUrl);
  });

  it('names a week without leads, and leaves out what was in neither week', () => {
    const { subject, text } = renderAgentWeek({ weekBefore: { ...nothing, leads: 1, spentCents: 8_000 } });
    expect(subject).toBe('Your week: no leads');
    expect(text).toContain('You bought no leads from March 30 to April 5, 1 fewer than in the week before.');
    expect(text).not.toMatch(/Commission|Time to first contact:/);
  });

  it('names a single lead, and a week like the one before', () => {
    const { subject, text } = renderAgentWeek({
      week: { ...nothing, leads: 1 },
      weekBefore: { ...nothing, leads: 1 },
    });
    expect(subject).toBe('Your week: 1 lead');
    expect(text).toContain('You bought 1 lead from March 30 to April 5, as many as in the week before.');
  });
});

const noPosts = {
  accepted: 0,
  sold: 0,
  expired: 0,
  refunded: 0,
  revenueCents: 0,
  refused: 0,
  delivered: 0,
  deliveredInTime: 0,
};
const renderMarketWeek = (content: Partial<MarketWeek>) =>
  renderNoticeMail(
    writeMarketWeekMail({
      monday: '2026-03-30',
      week: noPosts,
      weekBefore: noPosts,
      funnels: [],
      unsold: [],
      ...content,
    }),
    { publicUrl: context.publicUrl },
  );

describe("the email about the market's week", () => {
  it('compares each figure with the week before, and links to the reports, in text and HTML', () => {
    const { subject, text, html, unsubscribeUrl } = renderMarketWeek({
      week: {
        accepted: 1_200,
        sold: 960,
        expired: 200,
        refunded: 24,
        revenueCents: 7_488_000,
        refused: 40,
        delivered: 960,
        deliveredInTime: 950,
      },
      weekBefore: { ...noPosts, refused: 3 },
      funnels: [
        { name: 'Retire Well', revenueCents: 5_000_000 },
        { name: 'Safe Guide', revenueCents: 2_488_000 },
      ],
      unsold: [
        { state: 'TX', leads: 120 },
        { state: 'NY', leads: 80 },
      ],
    });
    expect(subject).toBe('Week of March 30: 1,200 leads accepted, 960 sold');
    const rows = [
      'Accepted: 1,200 (0 the week before)',
      'Sold: 960 (0 the week before)',
      'Expired: 200 (0 the week before)',
      'Refused: 40 (3 the week before)',
      'Revenue after refunds: $74,880 ($0 the week before)',
      'Refund rate: 2.5% (none the week before)',
      'Delivered within a second: 99% (none the week before)',
      'Most revenue: Retire Well $50,000, Safe Guide $24,880',
      'Most unsold leads: TX 120, NY 80',
    ];
    expect(text).toContain(rows.join('\n'));
    for (const row of rows) expect(html).toContain(row.slice(row.indexOf(': ') + 2));
    for (const body of [text, html]) {
      expect(body).toContain(
        'Funnels posted 1,200 leads from March 30 to April 5, 1,200 more than in the week before.',
      );
      expect(body).toContain('https://desk.example/admin/reports');
    }
    expect(unsubscribeUrl).toBeUndefined();
  });

  it('says that no funnel earned anything and no lead was unsold', () => {
    const { text } = renderMarketWeek({ week: { ...noPosts, refused: 1 } });
    expect(text).toContain('Most revenue: none\nMost unsold leads: none');
  });

  it('lets no funnel name add markup or a line', () => {
    const { text, html } = renderMarketWeek({
      funnels: [{ name: '<b>Retire\r\nWell', revenueCents: 8_000 }],
    });
    expect(html).toContain('&lt;b&gt;Retire Well $80');
    expect(text).toContain('<b>Retire Well $80');
  });
});
