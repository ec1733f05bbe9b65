import { type InferType } from 'yup';
import { flag, strictObject } from '../primitives.js';
import { cardSummarySchema } from './billing.schemas.js';

/** The card on file, if any. `usable` is false from a declined charge until a card is saved again. */
export const cardAnswer = strictObject({ card: cardSummarySchema.nullable().defined(), usable: flag() });
export type CardOnFile = InferType<typeof cardAnswer>;
