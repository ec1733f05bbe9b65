/** Why a text is refused, as a sentence for the person or the funnel that sent it. */
export interface Refusal {
  readonly refusal: string;
}

/** What a text was read as: a value, nothing (`undefined`), or a refusal. */
export type Reading<Value = string> = Value | Refusal | undefined;

export const refuse = (refusal: string): Refusal => ({ refusal });

export const isRefusal = (reading: unknown): reading is Refusal =>
  typeof reading === 'object' && reading !== null && 'refusal' in reading;

/** Calls `next` with a text. Returns a refusal or an absent text unchanged. */
export const andThen = <To>(reading: Reading, next: (text: string) => Reading<To>): Reading<To> =>
  typeof reading === 'string' ? next(reading) : reading;
