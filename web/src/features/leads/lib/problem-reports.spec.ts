import { describe, expect, it } from '@jest/globals';
import {
  type ProblemReason,
  problemReasons,
  type ProblemReportState,
} from '@desk/contracts/leads/problem-reports.values';
import { describeReport, findReportable } from './problem-reports';

const soldAt = '2026-01-05T14:30:00.000Z';
const now = Date.parse('2026-01-06T14:30:00.000Z');
const lead = { soldAt, refundedAt: null, problemReports: [] };
const report = (reason: ProblemReason, state: ProblemReportState) => ({
  id: '',
  details: '',
  reportedAt: soldAt,
  decidedAt: null,
  declineReason: null,
  reason,
  state,
});

describe('findReportable', () => {
  it('offers every reason for seven days', () => {
    expect(findReportable(lead, now)).toEqual({
      kind: 'open',
      reasons: [...problemReasons],
      until: '2026-01-12T14:30:00.000Z',
    });
    expect(findReportable(lead, Date.parse('2026-01-12T14:30:00.001Z'))).toEqual({ kind: 'too-late' });
  });

  it('offers nothing for a refunded lead', () => {
    expect(findReportable({ ...lead, refundedAt: soldAt }, now)).toEqual({ kind: 'refunded' });
  });

  it('waits for the decision about the last report', () => {
    const problemReports = [report('not-delivered', 'in-review')];
    expect(findReportable({ ...lead, problemReports }, now)).toEqual({ kind: 'undecided' });
  });

  it('offers each reason once', () => {
    const problemReports = [report('not-delivered', 'declined'), report('wrong-number', 'recorded')];
    expect(findReportable({ ...lead, problemReports }, now)).toMatchObject({
      reasons: problemReasons.filter((reason) => reason !== 'not-delivered' && reason !== 'wrong-number'),
    });
    const all = problemReasons.map((reason) => report(reason, 'recorded'));
    expect(findReportable({ ...lead, problemReports: all }, now)).toEqual({ kind: 'all-reported' });
  });
});

describe('describeReport', () => {
  it('distinguishes refunded from approved', () => {
    expect(describeReport({ state: 'approved', declineReason: null }, false).label).toBe('Approved');
    expect(describeReport({ state: 'approved', declineReason: null }, true).label).toBe('Refunded');
  });

  it('repeats why a report was declined', () => {
    expect(describeReport({ state: 'declined', declineReason: 'It was delivered.' }, false).text).toContain(
      'It was delivered.',
    );
  });
});
