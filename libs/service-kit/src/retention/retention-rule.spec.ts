import { expect, test } from '@jest/globals';
import { object } from 'yup';
import { type RetentionRule, retentionSettings } from './retention-rule.js';

const rule = (setting: string, defaultDays: number, minDays: number): RetentionRule => ({
  data: 'drafts',
  setting,
  defaultDays,
  minDays,
  outcome: 'removed',
  reason: 'a test',
  sql: '',
});
const settings = object(retentionSettings([rule('RETENTION_DRAFTS_DAYS', 30, 7)] as const));

test('keeps data for the default time unless a setting says otherwise', () => {
  expect(settings.validateSync({})).toEqual({ RETENTION_DRAFTS_DAYS: 30 });
  expect(settings.validateSync({ RETENTION_DRAFTS_DAYS: '90' })).toEqual({ RETENTION_DRAFTS_DAYS: 90 });
});

test.each([
  [31, 7],
  [30, 8],
])('rejects a second rule of the same setting with %i days by default and %i at least', (days, minDays) => {
  const rules = [rule('RETENTION_DRAFTS_DAYS', 30, 7), rule('RETENTION_DRAFTS_DAYS', days, minDays)];
  expect(() => retentionSettings(rules)).toThrow('RETENTION_DRAFTS_DAYS differ');
});

test.each(['6', '1.5', 'soon', '36501'])('rejects %s days', (days) => {
  expect(() => settings.validateSync({ RETENTION_DRAFTS_DAYS: days })).toThrow(
    expect.objectContaining({ path: 'RETENTION_DRAFTS_DAYS' }),
  );
});
