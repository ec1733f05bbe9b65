import {
  EXTRA_NAME_MAX,
  EXTRA_VALUE_MAX,
  type Extras,
  MAX_EXTRAS,
  readLine,
  readNote,
} from '@desk/contracts';
import { nameOf, type PostedValue } from './unfold.js';

export interface KeptValues {
  readonly extras: Extras;
  /** The names of what was left out: too much, or too long. */
  readonly dropped: readonly string[];
}

/** Keeps values that belong to no field. Different ones of one name become one. */
export function toExtras(values: readonly PostedValue[]): KeptValues {
  const extras: { name: string; value: string }[] = [];
  const dropped: string[] = [];
  for (const [given, ofName] of Map.groupBy(values, nameOf)) {
    const name = readLine(given);
    const value = readNote([...new Set(ofName.map(({ value: text }) => String(text)))].join(', '));
    if (value === undefined) continue;
    const isKept =
      typeof name === 'string' &&
      typeof value === 'string' &&
      name.length <= EXTRA_NAME_MAX &&
      value.length <= EXTRA_VALUE_MAX &&
      extras.length < MAX_EXTRAS;
    if (isKept) extras.push({ name, value });
    else dropped.push(given.slice(0, EXTRA_NAME_MAX));
  }
  return { extras, dropped };
}
