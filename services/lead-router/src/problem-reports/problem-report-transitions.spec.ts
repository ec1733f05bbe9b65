import {
  feedbackReasons,
  isOpenProblemReport,
  problemReportStates,
  refundProblemReasons,
} from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';
import { problemReportTransitions, toFirstState } from './problem-report-transitions.js';

describe('problemReportTransitions', () => {
  it('never change a decision', () => {
    for (const from of problemReportStates) {
      const canChange = problemReportStates.some((to) => problemReportTransitions.isAllowed(from, to));
      expect(canChange).toBe(isOpenProblemReport(from));
    }
  });

  it('never go back from a review to the queue', () => {
    expect(problemReportTransitions.isAllowed('in-review', 'reported')).toBe(false);
  });
});

describe('toFirstState', () => {
  it.each(refundProblemReasons)('asks for a decision about %s', (reason) => {
    expect(toFirstState(reason)).toBe('reported');
  });
  it.each(feedbackReasons)('records %s as feedback', (reason) => {
    expect(toFirstState(reason)).toBe('recorded');
  });
});
