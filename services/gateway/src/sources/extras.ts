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
  /** Names of values that were left out: there were too many, or they were too long or could not be read. */
  readonly dropped: readonly string[];
}

/** Keeps values that belong to no field. Joins different values with the same name. */
export function toExtras(values: readonly PostedValue[]): KeptValues {
  const extras: { name: string; value: string }[] = [];
  const dropped: string[] = [];
  for (const [sentName, ofName] of Map.groupBy(values, nameOf)) {
    const name = readLine(sentName);
    const value = readNote([...new Set(ofName.map(({ value: text }) => String(text)))].join(', '));
    if (value === undefined) continue;
    const isKept =
      typeof name === 'string' &&
      typeof value === 'string' &&
      name.length <= EXTRA_NAME_MAX &&
      value.length <= EXTRA_VALUE_MAX &&
      extras.length < MAX_EXTRAS;
    if (isKept) extras.push({ name, value });
    else dropped.push(sentName.slice(0, EXTRA_NAME_MAX));
  }
  return { extras, dropped };
}
