import { readTexts } from '@desk/contracts/text/read-texts';
import { ValidationError, type Schema } from 'yup';

/** Returns one error per field. Normalizes and validates as the server does, so the errors match. */
export async function fieldErrors(schema: Schema, values: unknown): Promise<Record<string, string>> {
  try {
    await schema.validate(readTexts(schema, values), { strict: true, abortEarly: false });
    return {};
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const errors: Record<string, string> = {};
    for (const { path = '', message, type } of error.inner.length > 0 ? error.inner : [error])
      // 'Required' is more helpful than 'too short' for an empty field.
      if (errors[path] === undefined || type === 'required') errors[path] = message;
    return errors;
  }
}
