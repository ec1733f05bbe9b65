export interface StripeErrorBody {
  type: 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'api_error';
  message: string;
  code?: string | undefined;
  decline_code?: string;
  param?: string;
  charge?: string;
  advice_code?: string;
  payment_intent?: object;
  setup_intent?: object;
  payment_method?: object;
}

/** An error answer. Idempotency keys replay it only if the request was executed. */
export class StripeApiError extends Error {
  constructor(
    readonly status: number,
    readonly error: StripeErrorBody,
    readonly wasExecuted = false,
  ) {
    super(error.message);
  }

  get body(): { error: StripeErrorBody } {
    const { code } = this.error;
    const help = code === undefined ? {} : { doc_url: `https://stripe.com/docs/error-codes/${code}` };
    return { error: { ...help, ...this.error } };
  }
}

const invalidRequest = (
  status: number,
  error: Omit<StripeErrorBody, 'type'>,
  wasExecuted = false,
): StripeApiError => new StripeApiError(status, { type: 'invalid_request_error', ...error }, wasExecuted);

export const invalidParameter = (param: string, message: string, code?: string): StripeApiError =>
  invalidRequest(400, { message, param, code });

export const missingParameter = (param: string): StripeApiError =>
  invalidParameter(param, `Missing required param: ${param}.`, 'parameter_missing');

export const unknownParameter = (param: string): StripeApiError =>
  invalidParameter(param, `Received unknown parameter: ${param}`, 'parameter_unknown');

export const invalidState = (
  message: string,
  code: string,
  extra: Partial<StripeErrorBody> = {},
): StripeApiError => invalidRequest(400, { message, code, ...extra }, true);

/** Returns a 404 if the id is in the path and a 400 if it is a parameter, as the provider does. */
export function missingResource(type: string, id: string, param: string): StripeApiError {
  const status = param === 'id' || param === 'intent' ? 404 : 400;
  return invalidRequest(
    status,
    { code: 'resource_missing', message: `No such ${type}: '${id}'`, param },
    true,
  );
}

export const cardError = (error: Omit<StripeErrorBody, 'type'>): StripeApiError =>
  new StripeApiError(402, { type: 'card_error', ...error }, true);

export const unauthorized = (message: string, code?: string): StripeApiError =>
  invalidRequest(401, { message, code });

export const unknownUrl = (method: string, path: string): StripeApiError =>
  invalidRequest(404, { message: `Unrecognized request URL (${method}: ${path}).` });

export const keyInUse = (key: string): StripeApiError =>
  invalidRequest(409, {
    message: `There is currently another in-progress request using this Idempotency-Key: ${key}. Please try again later.`,
    code: 'idempotency_key_in_use',
  });

export const keyOfAnotherRequest = (key: string, rule: string): StripeApiError =>
  new StripeApiError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used ${rule}. Try using a key other than '${key}' if you meant to execute a different request.`,
  });

/** The error that the provider answers with each status, unless a fault sets another (docs.stripe.com/api/errors). */
const refusals: Readonly<Record<number, Partial<StripeErrorBody>>> = {
  400: { message: 'Invalid request (sandbox fault).' },
  401: { message: 'Invalid API Key provided (sandbox fault).' },
  402: {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
    advice_code: 'do_not_try_again',
  },
  403: {
    message: 'The provided key does not have the required permissions for this endpoint (sandbox fault).',
  },
  404: { code: 'resource_missing', param: 'id', message: 'No such object (sandbox fault).' },
  409: { code: 'lock_timeout', message: 'This object cannot be accessed right now.' },
  429: { code: 'rate_limit', message: 'Too many requests hit the API too quickly.' },
};

/** Returns the error for the answer of a `status` fault. */
export function errorForStatus(
  status: number,
  overrides: { readonly [Name in 'code' | 'param']?: string | undefined } = {},
): StripeApiError {
  const known = refusals[status];
  const type = known ? 'invalid_request_error' : 'api_error';
  const changes = Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined));
  const message = 'An unknown error occurred (sandbox fault).';
  return new StripeApiError(status, { type, message, ...known, ...changes }, status >= 500);
}
