import { describe, expect, it } from '@jest/globals';
import { messageKeysOf, sealerOf } from '@desk/testing';
import { readAcknowledgment } from './acknowledgment.js';
import { readClaimedOrigin, readFailureReport, toFailureReport } from './failure-report.js';
import { Sealer } from './sealing.js';

const router = sealerOf('lead-router');
const billing = sealerOf('billing');
const notifier = sealerOf('notifier');
const origin = { keyId: 'test', sender: 'lead-router' } as const;
const report = {
  kind: 'handler-failed',
  queue: 'billing.events',
  messageId: 'billing.charge-offer~a b:c',
} as const;

describe('failure reports', () => {
  it('round-trip from the consumer to the sender', () => {
    expect(readFailureReport(router, toFailureReport(billing, origin, report))).toEqual(report);
  });

  it.each([
    ['another consumer', toFailureReport(notifier, origin, report)],
    ['nobody', `failed handler-failed x ${report.queue} ${report.messageId}`],
    ['the consumer, for another message', `${toFailureReport(billing, origin, report)}-2`],
    ['the consumer, of another kind', toFailureReport(billing, origin, report).replace('handler-', 'un')],
    ['nobody, without a kind', `${report.queue} ${report.messageId}`],
  ])('are ignored from %s', (_who, text) => {
    expect(readFailureReport(router, text)).toBeUndefined();
  });

  it('are not acknowledgments', () => {
    expect(readAcknowledgment(router, toFailureReport(billing, origin, report))).toBeUndefined();
  });

  it('reach the sender of a message that cannot be opened', () => {
    const retired = new Sealer('lead-router', messageKeysOf('lead-router').replaceAll('test:', 'retired:'));
    expect(readClaimedOrigin(billing, retired.seal('x', 'y', 'billing'))).toEqual(origin);
    const unreadable = { ...report, kind: 'unreadable' } as const;
    expect(readFailureReport(router, toFailureReport(billing, origin, unreadable))).toEqual(unreadable);
    expect(readClaimedOrigin(billing, 'k1.rubbish')).toBeUndefined();
    expect(readClaimedOrigin(billing, 'test/nobody.rubbish')).toBeUndefined();
  });
});
