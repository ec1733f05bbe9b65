import { ValidationError, type Schema } from 'yup';

/** The first message of each field, as the server would say it: strictly, nothing coerced. */
export async function fieldErrors(schema: Schema, values: unknown): Promise<Record<string, string>> {
  try {
    await schema.validate(values, { strict: true, abortEarly: false });
    return {};
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const errors: Record<string, string> = {};
    for (const { path = '', message, type } of error.inner.length > 0 ? error.inner : [error])
      // That a field is missing says more than that it is too short.
      if (errors[path] === undefined || type === 'required') errors[path] = message;
    return errors;
  }
}
