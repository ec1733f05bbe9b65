import type { clientSchema } from '@desk/contracts';
import type { InferType } from 'yup';

/** From where a person acts. */
export type Client = InferType<typeof clientSchema>;
