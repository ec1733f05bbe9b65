export type StepKind =
  | 'received'
  | 'offered'
  | 'charge'
  | 'declined'
  | 'sold'
  | 'delivery'
  | 'delivered'
  | 'refund'
  | 'decision'
  | 'ended';
/** `waiting`: in progress, so it has no time yet. */
export type StepTone = 'plain' | 'good' | 'bad' | 'waiting';

export interface Step {
  readonly key: string;
  readonly kind: StepKind;
  readonly tone: StepTone;
  readonly title: string;
  readonly details: readonly string[];
  /** The card provider's ID of the charge, or the reason a delivery failed. */
  readonly code: string | null;
  /** Null when the time was not recorded, or the step is in progress. */
  readonly at: string | null;
  readonly msSincePreviousStep: number | null;
}

/** A step before it is placed in the timeline. */
export type Draft = Omit<Step, 'msSincePreviousStep'>;

/** Builds a step of neutral tone, without details or a code unless they are given. */
export const draft = (
  kind: StepKind,
  key: string,
  at: string | null,
  title: string,
  rest: Partial<Pick<Draft, 'tone' | 'details' | 'code'>> = {},
): Draft => ({ key: `${kind}-${key}`, kind, tone: 'plain', title, details: [], code: null, at, ...rest });
