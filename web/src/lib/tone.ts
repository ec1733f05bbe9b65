/** `money` is for amounts and waiting states; `danger` only for failures. */
export type Tone = 'neutral' | 'brand' | 'money' | 'danger';
