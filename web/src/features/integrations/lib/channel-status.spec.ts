import type { AgentChannel } from '@desk/contracts/notifications/channels.schemas';
import { channelDisabledReasons } from '@desk/contracts/notifications/channels.values';
import { describe, expect, it } from '@jest/globals';
import { formatDateTime } from '@/lib/dates';
import { canResume, describeDisabledReason, describeLastDelivery } from './channel-status';

const at = '2026-01-05T14:30:00.000Z';
const channel: AgentChannel = {
  id: '0191e1a0-0000-7000-8000-00000000000a',
  kind: 'webhook',
  state: 'active',
  address: 'https://crm.example.com/leads',
  disabledReason: null,
  failingSince: null,
  lastDelivery: null,
};

describe('describeLastDelivery', () => {
  it.each([
    [null, 'No leads sent yet.'],
    [{ status: 'sent', at, lastErrorCode: null }, `Last lead delivered ${formatDateTime(at)}.`],
    [
      { status: 'failed', at, lastErrorCode: 'ENDPOINT_GONE' },
      `Last lead not delivered ${formatDateTime(at)}: the endpoint reported that it no longer exists.`,
    ],
    [
      { status: 'queued', at, lastErrorCode: 'TIMEOUT' },
      `A lead has been on its way since ${formatDateTime(at)}: the endpoint didn't answer in time.`,
    ],
    [
      { status: 'queued', at, lastErrorCode: null },
      `A lead has been on its way since ${formatDateTime(at)}.`,
    ],
  ] as const)('describes %j', (lastDelivery, text) => {
    expect(describeLastDelivery({ ...channel, lastDelivery })).toBe(text);
  });
});

describe('describeDisabledReason', () => {
  it.each([...channelDisabledReasons, 'ADDED_BY_A_NEWER_RELEASE', null])(
    'returns a sentence for %s',
    (reason) => {
      expect(describeDisabledReason(reason)).toMatch(/^[A-Z].+\.$/);
    },
  );
});

describe('canResume', () => {
  it('is true for channels that the agent can turn on again', () => {
    expect(canResume({ ...channel, state: 'paused' })).toBe(true);
    expect(canResume({ ...channel, state: 'disabled', disabledReason: 'DESTINATION_GONE' })).toBe(true);
    expect(canResume({ ...channel, state: 'disabled', disabledReason: 'ACCESS_REVOKED' })).toBe(false);
    expect(canResume(channel)).toBe(false);
  });
});
