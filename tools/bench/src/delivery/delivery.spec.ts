import { channelKinds, type ChannelKind } from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';
import type { Sample } from '../load/sample.js';
import { readOptions } from '../options.js';
import type { Delivery } from './read-deliveries.js';
import { toReport } from './report.js';
import { type Measured, toStatistics } from './statistics.js';

const deliver = (kind: ChannelKind, index: number, overrides: Partial<Delivery> = {}): Delivery => ({
  ...{ kind, status: 'sent', attempts: 1, requestMs: 3 },
  createdAt: 1_000 + index * 100,
  sentAt: 1_010 + index * 100,
  ...overrides,
});
const call = (index: number): Sample => ({ dueAt: index * 50, acceptedAt: index * 50 + 4 });
const both = [0, 1];
const ofEach = (overrides: Partial<Delivery> = {}): Delivery[] =>
  channelKinds.flatMap((kind) => both.map((index) => deliver(kind, index, overrides)));
const samples = { atRate: both.map(call), saturated: both.map(call) };
const measured: Measured = {
  atRate: ofEach(),
  saturated: ofEach(),
  sdks: { email: samples, sms: samples, slack: samples, webhook: samples },
};
const options = readOptions(['--scenario', 'delivery']);
const report = (changes: Partial<Measured> = {}, errors: readonly string[] = []) => {
  if (!options) throw new Error('no options');
  return toReport({
    ...{ options, leads: 2, errors, findings: [] },
    machine: { cores: 2, model: 'test', node: 'v24' },
    load: { busy: 0.5, loadAverage: 1 },
    measured: { ...measured, ...changes },
  });
};

describe('the delivery scenario', () => {
  it('has more agents than others by default, because each Slack channel has a pace', () => {
    expect(options).toMatchObject({ agents: 60, rate: 20 });
    expect(readOptions(['--scenario', 'delivery', '--agents', '6'])).toMatchObject({ agents: 6 });
  });

  it('states latency and rate of each channel beside the SDK', () => {
    const [email] = toStatistics(measured);
    expect(email).toMatchObject({ kind: 'email', notSent: 0, retried: 0 });
    expect([email?.delivered?.p99, email?.request?.p99, email?.sdk?.p99]).toEqual([10, 3, 4]);
    expect(email?.perSecond).toBeCloseTo(2_000 / 110);
    expect(email?.sdkPerSecond).toBeCloseTo(2_000 / 54);
    const { isSound, text } = report();
    expect(isSound).toBe(true);
    for (const kind of channelKinds) expect(text).toMatch(new RegExp(`^${kind} +10\\.0 +10\\.0 +3\\.0`, 'm'));
  });

  it('fails if a message was not sent, is missing, or could not be sent by an SDK', () => {
    const late = ofEach({ status: 'queued', sentAt: null });
    expect(report({ atRate: late })).toMatchObject({
      isSound: false,
      json: { errors: ['8 messages were not sent'] },
    });
    expect(report({ saturated: ofEach().slice(1) })).toMatchObject({
      isSound: false,
      json: { errors: ['1 messages are missing'] },
    });
    expect(report({}, ['status 500']).isSound).toBe(false);
  });

  it('counts messages that needed another attempt', () => {
    const { saturated } = { saturated: ofEach({ attempts: 2 }) };
    expect(toStatistics({ ...measured, saturated }).map(({ retried }) => retried)).toEqual([2, 2, 2, 2]);
  });
});
