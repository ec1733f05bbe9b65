/** Why a text is refused, as a sentence for the person or the funnel that sent it. */
export interface Refusal {
  readonly refusal: string;
}

/** What a text was read as: a value, nothing (`undefined`), or a refusal. */
export type Reading<Value = string> = Value | Refusal | undefined;

export const refuse = (refusal: string): Refusal => ({ refusal });

export const isRefusal = (reading: unknown): reading is Refusal =>
  typeof reading === 'object' && reading !== null && 'refusal' in reading;

/** Goes on with a text; passes on a refusal and an absent text. */
export const andThen = <To>(reading: Reading, next: (text: string) => Reading<To>): Reading<To> =>
  typeof reading === 'string' ? next(reading) : reading;
