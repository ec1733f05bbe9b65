import type { callerSchema } from '@desk/contracts';
import type { InferType } from 'yup';

/** From where a person acts. */
export type Caller = InferType<typeof callerSchema>;
