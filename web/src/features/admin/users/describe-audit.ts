import type { RouteAnswer } from '@/lib/api-client';
import { capitalize } from '@/lib/capitalize';

export type AuditEvent = RouteAnswer<'listAuditEvents'>[number];

/** 'dailyLeadLimit' or 'daily-limit-changed' → 'Daily lead limit', 'Daily limit changed'. */
export function toWords(name: string): string {
  const words = name.replaceAll('-', ' ').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return capitalize(words);
}

const toRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

const toText = (value: unknown): string | null => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
};

/** What an entry changed: 'Daily lead limit: 25 → 9'. Leaves out what has no short text. */
export function describeChanges({ oldValue, newValue }: Pick<AuditEvent, 'oldValue' | 'newValue'>): string[] {
  const [before, after] = [toRecord(oldValue), toRecord(newValue)];
  return Object.entries(after).flatMap(([name, value]) => {
    const [from, to] = [toText(before[name]), toText(value)];
    if (name === 'reason' || to === null) return [];
    return [from === null ? `${toWords(name)}: ${to}` : `${toWords(name)}: ${from} → ${to}`];
  });
}

/** Why the change was made, if that was recorded. */
export const reasonOf = ({ newValue }: Pick<AuditEvent, 'newValue'>): string | null =>
  toText(toRecord(newValue)['reason']);
