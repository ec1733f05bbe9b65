import { DomainError } from '@desk/contracts';
import { expect, it } from '@jest/globals';
import { toLead } from '../../../../services/gateway/src/ingest/to-lead.js';
import { RealPersonBodies } from '../../test/real-person-bodies.js';

const today = new Date('2026-11-25T12:00:00Z');

it('every one of 1,000 real-looking Americans is accepted', () => {
  const people = new RealPersonBodies('1,000 Americans');
  const refused: unknown[] = [];
  const leads = Array.from({ length: 1_000 }, () => people.next()).flatMap((body) => {
    try {
      return toLead(body, today);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      refused.push([body, error.fields]);
      return [];
    }
  });
  expect(refused).toEqual([]);
  expect(new Set(leads.map(({ phone }) => phone)).size).toBe(1_000);
  expect(new Set(leads.map(({ email }) => email)).size).toBe(1_000);
  expect(new Set(leads.map(({ state }) => state)).size).toBeGreaterThan(25);
});
