import type { StatusAnswer } from '@desk/contracts/status/status.http';

export interface DayUptime {
  readonly date: string;
  readonly minutes: number;
  readonly upMinutes: number;
}

export interface Uptime {
  readonly days: readonly DayUptime[];
  readonly minutes: number;
  readonly upMinutes: number;
}

/** Returns null for a component that is missing from the history. */
export function getUptime(history: NonNullable<StatusAnswer['history']>, component: string): Uptime | null {
  const counts = history.components.find((row) => row.component === component)?.upMinutes;
  if (!counts) return null;
  const days = history.days.map(({ date, minutes }, index) => ({
    date,
    minutes,
    // Guards against a count above the day's minutes, which would show as more than 100%.
    upMinutes: Math.min(minutes, counts[index] ?? 0),
  }));
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  return {
    days,
    minutes: sum(days.map(({ minutes }) => minutes)),
    upMinutes: sum(days.map(({ upMinutes }) => upMinutes)),
  };
}

/** Returns '99.97%', rounded down so that '100%' means every minute; 'No data' if no minute was recorded. */
export function formatUptime({ minutes, upMinutes }: Pick<Uptime, 'minutes' | 'upMinutes'>): string {
  if (minutes === 0) return 'No data';
  if (upMinutes === minutes) return '100%';
  return `${(Math.floor((upMinutes / minutes) * 10_000) / 100).toFixed(2)}%`;
}

export type DayTone = 'none' | 'full' | 'partial' | 'poor';

/** A day with at least this share of up minutes had only short interruptions: `partial`, not `poor`. */
const PARTIAL_SHARE = 0.99;

export function getTone({ minutes, upMinutes }: DayUptime): DayTone {
  if (minutes === 0) return 'none';
  if (upMinutes === minutes) return 'full';
  return upMinutes / minutes >= PARTIAL_SHARE ? 'partial' : 'poor';
}
