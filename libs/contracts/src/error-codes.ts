/**
 * Every expected failure, once: its HTTP status and the plain sentence a person may see.
 * A service throws a code as data; the gateway maps it; nobody matches on sentences.
 */
export const errorCatalog = {
  // any request
  INVALID_REQUEST: { status: 422, detail: 'Some fields are missing or not valid.' },
  MALFORMED_BODY: { status: 400, detail: 'The request body could not be read.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, detail: 'This content type is not accepted.' },
  PAYLOAD_TOO_LARGE: { status: 413, detail: 'The request body is too large.' },
  NOT_FOUND: { status: 404, detail: 'There is nothing at this address.' },
  UNAUTHENTICATED: { status: 401, detail: 'Please sign in.' },
  FORBIDDEN: { status: 403, detail: 'You may not do this.' },
  CROSS_SITE: { status: 403, detail: 'This request came from another site and was refused.' },
  TOO_MANY_REQUESTS: { status: 429, detail: 'Too many requests. Please wait a moment and try again.' },
  INTERNAL: { status: 500, detail: 'Something went wrong on our side. Please try again.' },
  UNAVAILABLE: { status: 503, detail: 'The service is busy or restarting. Please try again in a moment.' },

  // funnels and intake
  UNKNOWN_FUNNEL_KEY: { status: 401, detail: 'This funnel key is not known.' },
  DUPLICATE_LEAD: { status: 409, detail: 'A lead with this phone or e-mail was received before.' },
  IDEMPOTENCY_MISMATCH: { status: 409, detail: 'This Idempotency-Key was used with another body.' },
  LEAD_NOT_FOUND: { status: 404, detail: 'There is no such lead.' },
  LEAD_CHANGED: {
    status: 409,
    detail: 'This lead was changed in another window. Please look at the newer version first.',
  },

  // buyers
  BUYER_NOT_FOUND: { status: 404, detail: 'There is no such buyer.' },

  // deliveries
  DELIVERY_NOT_FOUND: { status: 404, detail: 'There is no such delivery.' },
  DELIVERY_NOT_FAILED: {
    status: 409,
    detail: 'This delivery has not failed, so there is nothing to send again.',
  },

  // accounts
  INVALID_CREDENTIALS: { status: 401, detail: 'Invalid email or password' },
  EMAIL_TAKEN: {
    status: 409,
    detail: 'This email is already registered. Please use a different email or log in.',
  },
  COMMON_PASSWORD: { status: 422, detail: 'This password is too common. Please choose another one.' },
  USER_NOT_FOUND: { status: 404, detail: 'There is no such user.' },
  LINK_EXPIRED: { status: 410, detail: 'This link is no longer valid. Please ask for a new one.' },
  DRAFT_NOT_FOUND: { status: 404, detail: 'This sign-up is no longer open. Please start again.' },
  WRONG_PASSWORD: { status: 422, detail: 'Your current password is not right.' },
  INTEGRATION_ALREADY_REQUESTED: { status: 409, detail: 'This integration was requested before.' },
  INTEGRATION_REQUEST_NOT_FOUND: { status: 404, detail: 'There is no such integration request.' },
  INTEGRATION_REQUEST_RESOLVED: { status: 409, detail: 'This integration request was settled before.' },

  // card and charges
  CUSTOMER_NOT_FOUND: { status: 404, detail: 'There is no card account for this user.' },
  SETUP_NOT_SUCCEEDED: { status: 402, detail: 'Payment setup was not successful' },
  CARD_DECLINED: { status: 402, detail: 'The card was declined.' },
  INVALID_SIGNATURE: { status: 400, detail: 'The signature does not match.' },
} as const satisfies Record<string, { status: number; detail: string }>;

export type ErrorCode = keyof typeof errorCatalog;

/** One rejected field: `field` is its path as the sender named it, `message` a sentence for a person. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** An expected failure. Services throw it; the transport carries it as data and throws it again at the caller. */
export class DomainError extends Error {
  override readonly name = 'DomainError';

  constructor(
    readonly code: ErrorCode,
    options: {
      detail?: string;
      fields?: readonly FieldError[];
      info?: Readonly<Record<string, string>>;
    } = {},
  ) {
    super(options.detail ?? errorCatalog[code].detail);
    this.fields = options.fields ?? [];
    this.info = options.info ?? {};
  }

  readonly fields: readonly FieldError[];
  /** Extra members for the answer, such as the id of the first lead; ids only, never personal data. */
  readonly info: Readonly<Record<string, string>>;

  get status(): number {
    return errorCatalog[this.code].status;
  }
}
