import { describe, expect, it } from '@jest/globals';
import { timeAndId } from './admin/admin.fields.js';
import { calendarMonth } from './billing/documents.schemas.js';
import { calendarDay, instant } from './primitives.js';

const id = '7f9c24e8-3b12-4fd1-9b5a-1f0e2d3c4b5a';
const noInstants = [
  '2026-13-01T00:00:00.000Z',
  '2026-00-10T00:00:00.000Z',
  '2026-02-30T00:00:00.000Z',
  '2025-02-29T00:00:00.000Z',
  '2026-04-31T10:00:00.000Z',
  '2026-01-01T24:00:00.000Z',
  '2026-01-01T23:60:00.000Z',
  '2026-01-01T23:59:60.000Z',
  '0000-01-01T00:00:00.000Z',
  '2026-01-01T00:00:00Z',
  '2026-01-01 00:00:00.000Z',
  '2026-01-01T00:00:00.000+00:00',
  '',
  'x'.repeat(100_000),
];
const instants = ['2026-12-31T23:59:59.999Z', '2024-02-29T00:00:00.000Z', '0001-01-01T00:00:00.000Z'];

describe('instant', () => {
  it.each(instants)('accepts %s', (text) => {
    expect(instant().isValidSync(text, { strict: true })).toBe(true);
  });

  it.each(noInstants)('refuses %s, which no calendar or clock shows', (text) => {
    expect(instant().isValidSync(text, { strict: true })).toBe(false);
  });
});

describe('the time in a cursor', () => {
  it.each(instants)('may be %s', (text) => {
    expect(timeAndId('Before').isValidSync(`${text},${id}`, { strict: true })).toBe(true);
  });

  it.each(noInstants)('may not be %s', (text) => {
    expect(timeAndId('Before').isValidSync(`${text},${id}`, { strict: true })).toBe(false);
  });
});

describe('calendarDay', () => {
  it.each(['2026-01-31', '2024-02-29'])('accepts %s', (text) => {
    expect(calendarDay().isValidSync(text, { strict: true })).toBe(true);
  });

  it.each(['2026-02-29', '2026-13-01', '2026-00-01', '2026-06-31', '0000-01-01', '2026-1-1', '', '20260101'])(
    'refuses %j',
    (text) => {
      expect(calendarDay().isValidSync(text, { strict: true })).toBe(false);
    },
  );
});

describe('calendarMonth', () => {
  it.each(['2026-00', '2026-13', '1999-01', '2026-1', ''])('refuses %j', (text) => {
    expect(calendarMonth('Month').isValidSync(text, { strict: true })).toBe(false);
  });
});
