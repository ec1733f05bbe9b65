import type { Schema } from 'yup';

/** Whether a body without any field is accepted. */
export const allowsNothing = (schema: Schema): boolean => schema.isValidSync({}, { strict: true });
