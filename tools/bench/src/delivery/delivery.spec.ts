import { channelKinds, type ChannelKind } from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';
import { readOptions } from '../options.js';
import { type Delivery, type DeliveryResult, toReport } from './report.js';

const deliver = (kind: ChannelKind, index: number, overrides: Partial<Delivery> = {}): Delivery => ({
  kind,
  status: 'sent',
  attempts: 1,
  requestMs: 3,
  createdAt: 1_000 + index * 100,
  sentAt: 1_010 + index * 100,
  ...overrides,
});
const ofEach = (overrides: Partial<Delivery> = {}): Delivery[] =>
  channelKinds.flatMap((kind) => [0, 1].map((index) => deliver(kind, index, overrides)));
const options = readOptions(['--scenario', 'delivery']);
const report = (changes: Partial<DeliveryResult> = {}) => {
  if (!options) throw new Error('no options');
  return toReport({
    options,
    leads: 2,
    errors: [],
    findings: [],
    machine: { cores: 2, model: 'test', node: 'v24' },
    load: { busy: 0.5, loadAverage: 1 },
    atRate: ofEach(),
    saturatedCpuPerLead: {},
    saturated: ofEach(),
    ...changes,
  });
};

describe('the delivery scenario', () => {
  it('has more agents than others by default, because each Slack channel has a pace', () => {
    expect(options).toMatchObject({ agents: 60, rate: 20 });
    expect(readOptions(['--scenario', 'delivery', '--agents', '6'])).toMatchObject({ agents: 6 });
  });

  it('states latency and rate of each channel, and what needed another attempt', () => {
    const { isSound, text } = report({ saturated: ofEach({ attempts: 2 }) });
    expect(isSound).toBe(true);
    for (const kind of channelKinds)
      expect(text).toMatch(new RegExp(`^${kind} +10\\.0 +10\\.0 +3\\.0 +3\\.0 +18 +2$`, 'm'));
  });

  it('fails if a message was not sent, or is missing', () => {
    const late = ofEach({ status: 'queued', sentAt: null });
    expect(report({ atRate: late })).toMatchObject({
      isSound: false,
      text: expect.stringContaining(`✗ 1 errors: ${2 * channelKinds.length} messages were not sent`),
    });
    expect(report({ saturated: ofEach().slice(1) })).toMatchObject({
      isSound: false,
      text: expect.stringContaining('✗ 1 errors: 1 messages are missing'),
    });
  });
});
