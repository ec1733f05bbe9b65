export interface StripeErrorBody {
  type: 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'api_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  advice_code?: string;
  doc_url?: string;
  payment_intent?: object;
  setup_intent?: object;
  payment_method?: object;
}

/** An error answer. Idempotency keys replay it only if the request was executed. */
export class StripeApiError extends Error {
  constructor(
    readonly status: number,
    readonly error: StripeErrorBody,
    readonly wasExecuted: boolean,
  ) {
    super(error.message);
  }

  get body(): { error: StripeErrorBody } {
    const { code } = this.error;
    return {
      error: {
        ...(code === undefined ? {} : { doc_url: `https://stripe.com/docs/error-codes/${code}` }),
        ...this.error,
      },
    };
  }
}

const badRequest = (error: Omit<StripeErrorBody, 'type'>, wasExecuted: boolean): StripeApiError =>
  new StripeApiError(400, { type: 'invalid_request_error', ...error }, wasExecuted);

export const invalidParameter = (param: string, message: string, code?: string): StripeApiError =>
  badRequest({ message, param, ...(code === undefined ? {} : { code }) }, false);

export const missingParameter = (param: string): StripeApiError =>
  invalidParameter(param, `Missing required param: ${param}.`, 'parameter_missing');

export const unknownParameter = (param: string): StripeApiError =>
  invalidParameter(param, `Received unknown parameter: ${param}`, 'parameter_unknown');

export const invalidState = (
  message: string,
  code: string,
  extra: Partial<StripeErrorBody> = {},
): StripeApiError => badRequest({ message, code, ...extra }, true);

/** Answers 404 if the id is in the path and 400 if it is a parameter, as the provider does. */
export const missingResource = (type: string, id: string, param: string): StripeApiError =>
  new StripeApiError(
    param === 'id' || param === 'intent' ? 404 : 400,
    { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${type}: '${id}'`, param },
    true,
  );

export const cardError = (error: Omit<StripeErrorBody, 'type'>): StripeApiError =>
  new StripeApiError(402, { type: 'card_error', ...error }, true);

export const unauthorized = (message: string, code?: string): StripeApiError =>
  new StripeApiError(
    401,
    { type: 'invalid_request_error', message, ...(code === undefined ? {} : { code }) },
    false,
  );

export const unknownUrl = (method: string, path: string): StripeApiError =>
  new StripeApiError(
    404,
    { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${path}).` },
    false,
  );

/** What the provider answers with each status if a fault does not say otherwise (docs.stripe.com/api/errors). */
const refusals: Readonly<Record<number, StripeErrorBody>> = {
  400: { type: 'invalid_request_error', message: 'Invalid request (sandbox fault).' },
  401: { type: 'invalid_request_error', message: 'Invalid API Key provided (sandbox fault).' },
  402: {
    ...{ type: 'card_error', code: 'card_declined', decline_code: 'generic_decline' },
    ...{ message: 'Your card was declined.', advice_code: 'do_not_try_again' },
  },
  403: {
    type: 'invalid_request_error',
    message: 'The provided key does not have the required permissions for this endpoint (sandbox fault).',
  },
  404: {
    ...{ type: 'invalid_request_error', code: 'resource_missing', param: 'id' },
    message: 'No such object (sandbox fault).',
  },
  409: {
    ...{ type: 'invalid_request_error', code: 'lock_timeout' },
    message: 'This object cannot be accessed right now.',
  },
  429: {
    ...{ type: 'invalid_request_error', code: 'rate_limit' },
    message: 'Too many requests hit the API too quickly.',
  },
};

/** Returns the error that a `status` fault answers. */
export function errorForStatus(
  status: number,
  given: { readonly [Name in keyof StripeErrorBody]?: StripeErrorBody[Name] | undefined } = {},
): StripeApiError {
  const known = refusals[status] ?? {
    type: 'api_error',
    message: 'An unknown error occurred (sandbox fault).',
  };
  const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return new StripeApiError(status, { ...known, ...changes }, status >= 500);
}
