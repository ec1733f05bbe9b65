import { isRefusal, type Reading } from '../src/text/reading.js';

export type Reader = (text: string) => Reading<unknown>;

/** Stands for any refusal in the expectations below. */
export const REFUSED = Symbol('refused');

/** Texts, and what a reader returns for each: a value, nothing, or a refusal. Shared by tests. */
export type TextExamples = readonly [title: string, Reader, Readonly<Record<string, unknown>>];

export const outcomeOf = (read: Reader, text: string): unknown => {
  const reading = read(text);
  return isRefusal(reading) ? REFUSED : reading;
};
