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

/** An answer other than 2xx. `begun` is false when the request never reached execution, and then no key saves it. */
export class StripeFault extends Error {
  constructor(
    readonly status: number,
    readonly error: StripeErrorBody,
    readonly begun: boolean,
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

const badRequest = (error: Omit<StripeErrorBody, 'type'>, begun: boolean): StripeFault =>
  new StripeFault(400, { type: 'invalid_request_error', ...error }, begun);

export const invalidParameter = (param: string, message: string, code?: string): StripeFault =>
  badRequest({ message, param, ...(code === undefined ? {} : { code }) }, false);

export const missingParameter = (param: string): StripeFault =>
  invalidParameter(param, `Missing required param: ${param}.`, 'parameter_missing');

export const unknownParameter = (param: string): StripeFault =>
  invalidParameter(param, `Received unknown parameter: ${param}`, 'parameter_unknown');

export const notAllowedNow = (
  message: string,
  code: string,
  extra: Partial<StripeErrorBody> = {},
): StripeFault => badRequest({ message, code, ...extra }, true);

/** 404 when the id stands in the path, 400 when a parameter names it, as the provider does. */
export const missingResource = (noun: string, id: string, param: string): StripeFault =>
  new StripeFault(
    param === 'id' || param === 'intent' ? 404 : 400,
    { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${noun}: '${id}'`, param },
    true,
  );

export const cardError = (error: Omit<StripeErrorBody, 'type'>): StripeFault =>
  new StripeFault(402, { type: 'card_error', ...error }, true);

export const unauthorized = (message: string, code?: string): StripeFault =>
  new StripeFault(
    401,
    { type: 'invalid_request_error', message, ...(code === undefined ? {} : { code }) },
    false,
  );

export const unknownUrl = (method: string, path: string): StripeFault =>
  new StripeFault(
    404,
    { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${path}).` },
    false,
  );

/** The answers that a fault asks for. */
export function faultOfStatus(status: number): StripeFault {
  if (status === 429)
    return new StripeFault(
      429,
      {
        type: 'invalid_request_error',
        code: 'rate_limit',
        message: 'Too many requests hit the API too quickly.',
      },
      false,
    );
  if (status === 409)
    return new StripeFault(
      409,
      {
        type: 'invalid_request_error',
        code: 'lock_timeout',
        message: 'This object cannot be accessed right now.',
      },
      false,
    );
  return new StripeFault(
    status,
    { type: 'api_error', message: 'An unknown error occurred (sandbox fault).' },
    status >= 500,
  );
}
