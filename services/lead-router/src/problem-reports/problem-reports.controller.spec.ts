import { describe, expect, it } from '@jest/globals';
import { isInReportWindow } from './problem-reports.controller.js';

describe('isInReportWindow', () => {
  const soldAt = new Date('2026-01-05T14:30:00.000Z');

  it('lasts exactly seven days', () => {
    expect(isInReportWindow(soldAt, soldAt)).toBe(true);
    expect(isInReportWindow(soldAt, new Date('2026-01-12T14:30:00.000Z'))).toBe(true);
    expect(isInReportWindow(soldAt, new Date('2026-01-12T14:30:00.001Z'))).toBe(false);
  });
});
