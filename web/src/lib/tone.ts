/** `money` is for amounts and waiting states; `danger` only for failures. */
export type Tone = 'neutral' | 'brand' | 'money' | 'danger';

/** A state in words. */
export interface StateDescription {
  readonly label: string;
  readonly tone: Tone;
  readonly text: string;
}
