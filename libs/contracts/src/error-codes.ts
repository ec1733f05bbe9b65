import { DELIVERY_PAUSE_WINDOW_DAYS, MAX_DELIVERY_PAUSES } from './leads/delivery-pauses.values.js';
import { PROBLEM_REPORT_WINDOW_DAYS } from './leads/problem-reports.values.js';
import { MAX_PUSH_BROWSERS } from './notifications/push.values.js';

/**
 * Every expected failure with its HTTP status and the sentence a person may see. Services throw codes, the gateway maps
 * them to statuses, and no code compares sentences.
 */
export const errorCatalog = {
  // any request
  INVALID_REQUEST: { status: 422, detail: 'Some fields are missing or not valid.' },
  MALFORMED_BODY: { status: 400, detail: 'The request body could not be read.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, detail: 'This content type is not accepted.' },
  PAYLOAD_TOO_LARGE: { status: 413, detail: 'The request body is too large.' },
  URL_TOO_LONG: { status: 414, detail: 'The address of this request is too long.' },
  HEADERS_TOO_LARGE: { status: 431, detail: 'The request headers are too large.' },
  REQUEST_TIMEOUT: { status: 408, detail: 'The request took too long to arrive. Please try again.' },
  METHOD_NOT_ALLOWED: { status: 405, detail: 'This address does not take this method.' },
  NOT_FOUND: { status: 404, detail: 'This page or resource does not exist.' },
  UNAUTHENTICATED: { status: 401, detail: 'Please sign in.' },
  FORBIDDEN: { status: 403, detail: 'You do not have permission to do this.' },
  CROSS_SITE: { status: 403, detail: 'This request came from another site and was rejected.' },
  OTHER_USER_SIGNED_IN: {
    status: 409,
    detail: 'Another account has signed in from another window. Please reload the page.',
  },
  TOO_MANY_REQUESTS: { status: 429, detail: 'Too many requests. Please wait a moment and try again.' },
  INTERNAL: { status: 500, detail: 'Something went wrong on our side. Please try again.' },
  UNAVAILABLE: { status: 503, detail: 'The service is busy or restarting. Please try again in a moment.' },

  // funnels and intake
  UNKNOWN_FUNNEL_KEY: {
    status: 401,
    detail: 'This funnel key is not known, or it was revoked. Check that you copied it in full.',
  },
  FUNNEL_PAUSED: {
    status: 403,
    detail: 'This funnel is paused, so it accepts no leads. Ask the admin to resume it.',
  },
  SERVER_KEY_REQUIRED: {
    status: 403,
    detail:
      'A publishable key may only post one lead at a time, or a ping. Use a server key for this, on your server.',
  },
  ORIGIN_NOT_ALLOWED: { status: 403, detail: 'Pages of this site may not post for this funnel.' },
  FUNNEL_NOT_FOUND: { status: 404, detail: 'This funnel does not exist.' },
  FUNNEL_KEY_NOT_FOUND: { status: 404, detail: 'This key does not exist.' },
  TOO_MANY_FUNNEL_KEYS: {
    status: 409,
    detail: 'This funnel has two keys that work. Revoke one before you add another.',
  },
  DUPLICATE_LEAD: { status: 409, detail: 'A lead with this phone or email has already been received.' },
  CONSENT_REQUIRED: {
    status: 422,
    detail: 'This funnel has to send a TrustedForm certificate or a Jornaya lead ID with each lead.',
  },
  IDEMPOTENCY_MISMATCH: {
    status: 422,
    detail: 'This Idempotency-Key was already used with a different body.',
  },
  IDEMPOTENCY_IN_FLIGHT: {
    status: 409,
    detail: 'A post with this Idempotency-Key is still being processed. Please send it again in a moment.',
  },
  LEAD_NOT_FOUND: { status: 404, detail: 'This lead does not exist.' },
  LEAD_CHANGED: {
    status: 409,
    detail: 'This lead was changed in another window. Reload it to see the newer version.',
  },

  LEAD_ALREADY_REFUNDED: {
    status: 409,
    detail: 'The payment for this lead was already returned to the card.',
  },
  PROBLEM_ALREADY_REPORTED: {
    status: 409,
    detail: 'You reported this already, or we have not decided your last report for this lead yet.',
  },
  PROBLEM_REPORT_TOO_LATE: {
    status: 409,
    detail: `Problems can be reported here within ${PROBLEM_REPORT_WINDOW_DAYS} days of the purchase. Please write to us instead.`,
  },
  PROBLEM_REPORT_NOT_FOUND: { status: 404, detail: 'This report does not exist.' },
  PROBLEM_REPORT_DECIDED: { status: 409, detail: 'This report was already decided.' },

  LEAD_NOT_WAITING: {
    status: 409,
    detail: 'This lead is not waiting for a buyer any more. Reload it to see what happened.',
  },
  LEAD_OUTSIDE_FILTERS: {
    status: 409,
    detail: "This lead is outside the buyer's filters. Confirm that it is offered all the same.",
  },

  // buyers
  BUYER_NOT_FOUND: { status: 404, detail: 'This buyer does not exist.' },
  BUYER_NOT_ELIGIBLE: { status: 409, detail: 'This buyer cannot get the lead now.' },
  SETTINGS_CHANGED: {
    status: 409,
    detail: 'These settings were changed in another window. Please check them and try again.',
  },
  RESUMPTION_NEEDS_ADMIN: {
    status: 409,
    detail: `We couldn't deliver leads to you ${MAX_DELIVERY_PAUSES} times within ${DELIVERY_PAUSE_WINDOW_DAYS} days, so only our team can resume your service. Please write to us.`,
  },

  // messages between services
  FAILED_MESSAGE_NOT_FOUND: { status: 404, detail: 'This message was processed meanwhile.' },

  // status page
  INCIDENT_NOT_FOUND: { status: 404, detail: 'This incident does not exist.' },
  INCIDENT_RESOLVED: {
    status: 409,
    detail: 'This incident is resolved. Please publish a new one if it happens again.',
  },

  // deliveries
  DELIVERY_NOT_FOUND: { status: 404, detail: 'This delivery does not exist.' },
  DELIVERY_NOT_FAILED: {
    status: 409,
    detail: 'This delivery has not failed, so it cannot be sent again.',
  },
  DELIVERY_CONTENT_REMOVED: {
    status: 410,
    detail: "This lead's contact details were removed, so it cannot be sent again.",
  },
  LEAD_REFUNDED: {
    status: 409,
    detail: 'The buyer of this lead got the money back, or is getting it, so it cannot be sent again.',
  },

  // channels
  CHANNEL_NOT_FOUND: { status: 404, detail: 'This channel does not exist.' },
  CHANNEL_NEEDS_SET_UP: { status: 409, detail: 'This channel has to be set up again before it can be used.' },
  CHANNEL_NEEDS_REVIEW: {
    status: 409,
    detail: 'This channel was set up before your account was recovered. Please keep or remove it first.',
  },
  SMS_UNAVAILABLE: { status: 503, detail: 'Text messages are not available at the moment.' },
  PHONE_OPTED_OUT: {
    status: 409,
    detail: 'This number opted out of our messages. Send START from it to our number, then try again.',
  },
  PHONE_REFUSED: { status: 422, detail: 'This number cannot receive our text messages.' },
  WRONG_PHONE_CODE: { status: 422, detail: 'This is not the code that we sent. Please check it.' },
  PHONE_CODE_EXPIRED: { status: 410, detail: 'This code is no longer valid. Please request a new one.' },
  SLACK_UNAVAILABLE: { status: 503, detail: 'Slack is not available at the moment.' },
  SLACK_SET_UP_EXPIRED: { status: 410, detail: 'Connecting Slack took too long. Please start again.' },
  PUSH_UNAVAILABLE: { status: 503, detail: 'Browser notifications are not available at the moment.' },
  PUSH_KEY_CHANGED: { status: 409, detail: 'Please reload the page, then allow notifications again.' },
  PUSH_SERVICE_UNKNOWN: {
    status: 422,
    detail: "We can't send notifications to this browser. Please try another one.",
  },
  PUSH_BROWSER_NOT_FOUND: { status: 404, detail: 'Notifications are not allowed on this browser any more.' },
  PUSH_TOO_MANY_BROWSERS: {
    status: 409,
    detail: `You have allowed notifications on ${MAX_PUSH_BROWSERS} browsers. Please remove one first.`,
  },
  SLACK_REFUSED: { status: 422, detail: 'Slack does not let us post in this channel.' },

  // accounts
  INVALID_CREDENTIALS: { status: 401, detail: 'Invalid email or password' },
  EMAIL_TAKEN: {
    status: 409,
    detail: 'This email is already registered. Please use a different email or log in.',
  },
  COMMON_PASSWORD: { status: 422, detail: 'This password is too common. Please choose a different one.' },
  USER_NOT_FOUND: { status: 404, detail: 'This user does not exist.' },
  USER_ERASED: { status: 409, detail: "This user's data was erased, so nothing can be changed any more." },
  OWN_ACCOUNT: {
    status: 409,
    detail: "You can't do this to your own account. Please ask another administrator.",
  },
  SIGN_IN_TO_CONFIRM: {
    status: 403,
    detail: 'Please sign in to the account that this email was sent for.',
  },
  EMAIL_NOT_CONFIRMED: {
    status: 403,
    detail:
      'Please confirm your email address first. We sent you a link; your dashboard sends you another one.',
  },
  TERMS_NOT_ACCEPTED: {
    status: 422,
    detail: 'Please accept the Terms of Service in the first step to create your account.',
  },
  EMAIL_ALREADY_CONFIRMED: { status: 409, detail: 'Your email address is already confirmed.' },
  CARD_DIGITS_REQUIRED: { status: 422, detail: 'Enter the last four digits of the card on your account.' },
  WRONG_CARD_DIGITS: {
    status: 422,
    detail: 'These digits are not those of the card on your account.',
  },
  LINK_EXPIRED: { status: 410, detail: 'This link is no longer valid. Please request a new one.' },
  DRAFT_NOT_FOUND: { status: 404, detail: 'This sign-up has expired. Please start again.' },
  SIGN_UP_COMPLETED: {
    status: 409,
    detail: 'Your account is already active, with another card or daily limit. Please log in to check them.',
  },
  WRONG_PASSWORD: { status: 422, detail: 'Your current password is incorrect.' },
  INTEGRATION_ALREADY_REQUESTED: { status: 409, detail: 'You have already requested this integration.' },
  INTEGRATION_REQUEST_NOT_FOUND: { status: 404, detail: 'This integration request does not exist.' },
  INTEGRATION_NOT_SET_UP: {
    status: 409,
    detail: 'This request becomes active by itself, as soon as the channel is set up.',
  },
  INTEGRATION_REQUEST_RESOLVED: { status: 409, detail: 'This integration request is already closed.' },

  // second factors and proofs
  SIGN_IN_EXPIRED: { status: 410, detail: 'Your sign-in took too long. Please enter your password again.' },
  CHALLENGE_EXPIRED: { status: 410, detail: 'This took too long. Please try again.' },
  WRONG_CODE: { status: 422, detail: 'This code is not valid or was already used. Please try another one.' },
  PASSKEY_REJECTED: { status: 422, detail: 'This passkey was not accepted. Please try another way.' },
  PASSKEY_TAKEN: { status: 409, detail: 'This passkey is already registered.' },
  SECOND_FACTOR_NOT_FOUND: { status: 404, detail: 'This sign-in method no longer exists.' },
  LAST_SECOND_FACTOR: {
    status: 409,
    detail: 'Your account needs at least one method. Add another one before you remove this one.',
  },
  TOO_MANY_SECOND_FACTORS: { status: 409, detail: 'You have reached the limit of 10 methods.' },
  SECOND_FACTOR_REQUIRED: { status: 403, detail: 'Set up two-step sign-in to continue.' },
  REAUTHENTICATION_REQUIRED: { status: 403, detail: 'Please confirm that it is you to continue.' },

  // card and charges
  CUSTOMER_NOT_FOUND: { status: 404, detail: 'This user has no payment account yet.' },
  SETUP_NOT_SUCCEEDED: { status: 402, detail: 'Payment setup was not successful' },
  PROOF_OF_WORK_REQUIRED: {
    status: 428,
    detail: 'Unusually many cards are refused right now. Please try again to continue.',
  },
  CARD_NEEDS_REPLACEMENT: {
    status: 409,
    detail: 'This card cannot be charged again. Please add another one.',
  },
  CARD_PROVIDER_REFUSED: {
    status: 422,
    detail:
      'Our card provider refused this, and trying again will not change that. Our team has been told. Please write to us.',
  },
  DOCUMENT_NOT_FOUND: { status: 404, detail: 'This receipt or credit note does not exist.' },
  CARD_DECLINED: { status: 402, detail: 'The card was declined.' },
  PURCHASE_NOT_FOUND: { status: 404, detail: 'This payment does not exist.' },
  DIFFERENCE_NOT_FOUND: { status: 404, detail: 'This difference does not exist.' },
  DIFFERENCE_RESOLVED: {
    status: 409,
    detail: 'The records agree again, so there is nothing to acknowledge.',
  },
  DISPUTE_NOT_FOUND: { status: 404, detail: 'This dispute does not exist.' },
  PURCHASE_NOT_REFUNDABLE: {
    status: 409,
    detail: 'This payment was already refunded, or its refund is in progress.',
  },
  INVALID_SIGNATURE: { status: 400, detail: 'The signature is not valid.' },
} as const satisfies Record<string, { status: number; detail: string }>;

export type ErrorCode = keyof typeof errorCatalog;

/** One rejected field. `field` is its path as the sender named it, `message` a sentence for people. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** An expected failure. The transport carries it as data and throws it again at the caller. */
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
  /** Extra fields for the response, such as the id of the original lead. Ids only, never personal data. */
  readonly info: Readonly<Record<string, string>>;

  get status(): number {
    return errorCatalog[this.code].status;
  }
}

/** Whether the error is an expected failure with this code. */
export const hasCode = (error: unknown, code: ErrorCode): error is DomainError =>
  error instanceof DomainError && error.code === code;
