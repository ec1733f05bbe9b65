import { describe, expect, it } from '@jest/globals';
import { compareEmails } from './lead-emails.js';

const lead = '11111111-1111-4111-8111-111111111111';
const delivery = '22222222-2222-4222-8222-222222222222';
const otherDelivery = '33333333-3333-4333-8333-333333333333';
const messageId = `<delivery-${delivery}@desk.test>`;
const sale = { lead, buyerEmail: 'buyer@example.com', messageIds: [messageId], isUndeliverable: false };
const email = {
  messageId,
  to: ['buyer@example.com'],
  text: `Hi\n\nLead: ${lead}\nDelivery: ${delivery}\n`,
  count: 2,
};
const faultsOf = (...args: Parameters<typeof compareEmails>) =>
  compareEmails(...args).map((fault) => (fault as { fault: string }).fault);

describe('compareEmails', () => {
  it('accepts one delivery to the buyer, even if it arrived more than once', () => {
    const unrelated = { ...email, text: 'Your password', messageId: 'x' };
    expect(faultsOf([sale], [email, unrelated])).toEqual([]);
  });

  it('reports a sale whose email did not arrive', () => {
    expect(faultsOf([sale], [])).toEqual([
      'sold, but no email arrived',
      'status is sent, but it did not arrive',
    ]);
  });

  it('accepts a sale that no channel could deliver, unless an email is recorded as sent', () => {
    const undeliverable = { ...sale, isUndeliverable: true };
    expect(faultsOf([{ ...undeliverable, messageIds: [] }], [])).toEqual([]);
    expect(faultsOf([undeliverable], [])).toEqual(['status is sent, but it did not arrive']);
  });

  it('reports an email to another address or without a sale', () => {
    expect(faultsOf([sale], [{ ...email, to: ['x@example.com'] }])).toEqual([
      "sent to a different address than the buyer's",
    ]);
    expect(faultsOf([], [email])).toEqual(['sent, but not sold']);
  });

  it('reports a second delivery and a Message-ID of another delivery', () => {
    const second = {
      ...email,
      messageId: `<delivery-${otherDelivery}@desk.test>`,
      text: email.text.replace(delivery, otherDelivery),
    };
    expect(faultsOf([sale], [email, second])).toEqual(['sent under 2 Message-IDs']);
    const mislabeled = { ...email, text: email.text.replace(delivery, otherDelivery) };
    expect(faultsOf([sale], [mislabeled])).toEqual(['Message-ID belongs to another delivery']);
  });
});
