import { DELIVERY_PAUSE_WINDOW_DAYS, MAX_DELIVERY_PAUSES } from './leads/delivery-pauses.values.js';
import { PROBLEM_REPORT_WINDOW_DAYS } from './leads/problem-reports.values.js';
import { LEAD_VIEWS_MAX } from './leads/sold-leads.values.js';
import { MAX_PUSH_BROWSERS } from './notifications/push.values.js';

/**
 * Every expected failure by its HTTP status, with the sentence a person may see. Services throw codes, the gateway maps
 * them to statuses, and no code compares sentences.
 */
const sentences = {
  400: {
    MALFORMED_BODY: 'The request body could not be read.',
    INVALID_SIGNATURE: 'The signature is not valid.',
  },
  401: {
    UNAUTHENTICATED: 'Please sign in.',
    UNKNOWN_FUNNEL_KEY: 'This funnel key is not known, or it was revoked. Check that you copied it in full.',
    UNSIGNED_POST:
      "This post lacks the secret of the funnel's connection, or is not signed with it. Check the secret on the funnel's page.",
    INVALID_CREDENTIALS: 'Invalid email or password',
  },
  402: {
    SETUP_NOT_SUCCEEDED: 'Payment setup was not successful',
  },
  403: {
    FORBIDDEN: 'You do not have permission to do this.',
    CROSS_SITE: 'This request came from another site and was rejected.',
    FUNNEL_PAUSED: 'This funnel is paused, so it accepts no leads. Ask the admin to resume it.',
    SERVER_KEY_REQUIRED:
      'A publishable key may only post one lead at a time, or a ping. Use a server key for this, on your server.',
    ORIGIN_NOT_ALLOWED: 'Pages of this site may not post for this funnel.',
    SIGN_IN_TO_CONFIRM: 'Please sign in to the account that this email was sent for.',
    EMAIL_NOT_CONFIRMED:
      'Please confirm your email address first. We sent you a link; your dashboard sends you another one.',
    SECOND_FACTOR_REQUIRED: 'Set up two-step sign-in to continue.',
    REAUTHENTICATION_REQUIRED: 'Please confirm that it is you to continue.',
  },
  404: {
    NOT_FOUND: 'This page or resource does not exist.',
    FUNNEL_NOT_FOUND: 'This funnel does not exist.',
    FUNNEL_KEY_NOT_FOUND: 'This key does not exist.',
    LEAD_NOT_FOUND: 'This lead does not exist.',
    LEAD_VIEW_NOT_FOUND: 'This view does not exist any more.',
    PROBLEM_REPORT_NOT_FOUND: 'This report does not exist.',
    HELD_POST_NOT_FOUND: 'This held post does not exist, or its time is over.',
    BUYER_NOT_FOUND: 'This buyer does not exist.',
    FAILED_MESSAGE_NOT_FOUND: 'This message was processed meanwhile.',
    INCIDENT_NOT_FOUND: 'This incident does not exist.',
    DELIVERY_NOT_FOUND: 'This delivery does not exist.',
    CHANNEL_NOT_FOUND: 'This channel does not exist.',
    PUSH_BROWSER_NOT_FOUND: 'Notifications are not allowed on this browser any more.',
    USER_NOT_FOUND: 'This user does not exist.',
    DRAFT_NOT_FOUND: 'This sign-up has expired. Please start again.',
    INTEGRATION_REQUEST_NOT_FOUND: 'This integration request does not exist.',
    SECOND_FACTOR_NOT_FOUND: 'This sign-in method no longer exists.',
    CUSTOMER_NOT_FOUND: 'This user has no payment account yet.',
    DOCUMENT_NOT_FOUND: 'This receipt or credit note does not exist.',
    PURCHASE_NOT_FOUND: 'This payment does not exist.',
    DIFFERENCE_NOT_FOUND: 'This difference does not exist.',
    DISPUTE_NOT_FOUND: 'This dispute does not exist.',
  },
  405: {
    METHOD_NOT_ALLOWED: 'This address does not take this method.',
  },
  408: {
    REQUEST_TIMEOUT: 'The request took too long to arrive. Please try again.',
  },
  409: {
    OTHER_USER_SIGNED_IN: 'Another account has signed in from another window. Please reload the page.',
    TOO_MANY_FUNNEL_KEYS: 'This funnel has two keys that work. Revoke one before you add another.',
    DUPLICATE_LEAD: 'A lead with this phone or email has already been received.',
    IDEMPOTENCY_IN_FLIGHT:
      'A post with this Idempotency-Key is still being processed. Please send it again in a moment.',
    LEAD_CHANGED: 'This lead was changed in another window. Reload it to see the newer version.',
    REMINDER_PASSED: 'Choose a time to call back that has not passed yet.',
    TOO_MANY_LEAD_VIEWS: `You have saved ${LEAD_VIEWS_MAX} views. Please delete one first.`,
    LEAD_ALREADY_REFUNDED: 'The payment for this lead was already returned to the card.',
    PROBLEM_ALREADY_REPORTED:
      'You reported this already, or we have not decided your last report for this lead yet.',
    PROBLEM_REPORT_TOO_LATE: `Problems can be reported here within ${PROBLEM_REPORT_WINDOW_DAYS} days of the purchase. Please write to us instead.`,
    PROBLEM_REPORT_DECIDED: 'This report was already decided.',
    CONNECTION_MISSING: "Connect this tool on the funnel's page first.",
    HELD_POST_CLOSED: 'This held post was already replayed or discarded.',
    LEAD_NOT_WAITING: 'This lead is not waiting for a buyer any more. Reload it to see what happened.',
    LEAD_OUTSIDE_FILTERS:
      "This lead is outside the buyer's filters. Confirm that it is offered all the same.",
    BUYER_NOT_ELIGIBLE: 'This buyer cannot get the lead now.',
    SETTINGS_CHANGED: 'These settings were changed in another window. Please check them and try again.',
    RESUMPTION_NEEDS_ADMIN: `We couldn't deliver leads to you ${MAX_DELIVERY_PAUSES} times within ${DELIVERY_PAUSE_WINDOW_DAYS} days, so only our team can resume your service. Please write to us.`,
    INCIDENT_RESOLVED: 'This incident is resolved. Please publish a new one if it happens again.',
    DELIVERY_NOT_FAILED: 'This delivery has not failed, so it cannot be sent again.',
    LEAD_REFUNDED: 'The buyer of this lead got the money back, or is getting it, so it cannot be sent again.',
    CHANNEL_NEEDS_SET_UP: 'This channel has to be set up again before it can be used.',
    CHANNEL_NEEDS_REVIEW:
      'This channel was set up before your account was recovered. Please keep or remove it first.',
    PHONE_OPTED_OUT:
      'This number opted out of our messages. Send START from it to our number, then try again.',
    PUSH_KEY_CHANGED: 'Please reload the page, then allow notifications again.',
    PUSH_TOO_MANY_BROWSERS: `You have allowed notifications on ${MAX_PUSH_BROWSERS} browsers. Please remove one first.`,
    EMAIL_TAKEN: 'This email is already registered. Please use a different email or log in.',
    USER_ERASED: "This user's data was erased, so nothing can be changed any more.",
    OWN_ACCOUNT: "You can't do this to your own account. Please ask another admin.",
    EMAIL_ALREADY_CONFIRMED: 'Your email address is already confirmed.',
    SIGN_UP_COMPLETED:
      'Your account is already active, with another card or daily limit. Please log in to check them.',
    INTEGRATION_ALREADY_REQUESTED: 'You have already requested this integration.',
    INTEGRATION_NOT_SET_UP: 'This request becomes active by itself, as soon as the channel is set up.',
    INTEGRATION_REQUEST_RESOLVED: 'This integration request is already closed.',
    PASSKEY_TAKEN: 'This passkey is already registered.',
    LAST_SECOND_FACTOR: 'Your account needs at least one method. Add another one before you remove this one.',
    TOO_MANY_SECOND_FACTORS: 'You have reached the limit of 10 methods.',
    CARD_NEEDS_REPLACEMENT: 'This card cannot be charged again. Please add another one.',
    DIFFERENCE_RESOLVED: 'This difference was not found again, so there is nothing to acknowledge.',
    PURCHASE_NOT_REFUNDABLE: 'This payment was already refunded, or its refund is in progress.',
  },
  410: {
    DELIVERY_CONTENT_REMOVED: "This lead's contact details were removed, so it cannot be sent again.",
    PHONE_CODE_EXPIRED: 'This code is no longer valid. Please request a new one.',
    SLACK_SET_UP_EXPIRED: 'Connecting Slack took too long. Please start again.',
    LINK_EXPIRED: 'This link is no longer valid. Please request a new one.',
    SIGN_IN_EXPIRED: 'Your sign-in took too long. Please enter your password again.',
    CHALLENGE_EXPIRED: 'This took too long. Please try again.',
  },
  413: {
    PAYLOAD_TOO_LARGE: 'The request body is too large.',
  },
  414: {
    URL_TOO_LONG: 'The address of this request is too long.',
  },
  415: {
    UNSUPPORTED_MEDIA_TYPE: 'This content type is not accepted.',
  },
  422: {
    INVALID_REQUEST: 'Some fields are missing or not valid.',
    CONSENT_REQUIRED:
      'This funnel has to send a TrustedForm certificate or a Jornaya lead ID with each lead.',
    IDEMPOTENCY_MISMATCH: 'This Idempotency-Key was already used with a different body.',
    PHONE_REFUSED: 'This number cannot receive our text messages.',
    WRONG_PHONE_CODE: 'This is not the code that we sent. Please check it.',
    PUSH_SERVICE_UNKNOWN: "We can't send notifications to this browser. Please try another one.",
    SLACK_REFUSED: 'Slack does not let us post in this channel.',
    COMMON_PASSWORD: 'This password is too common. Please choose a different one.',
    TERMS_NOT_ACCEPTED: 'Please accept the Terms of Service in the first step to create your account.',
    CARD_DIGITS_REQUIRED: 'Enter the last four digits of the card on your account.',
    WRONG_CARD_DIGITS: 'These digits are not those of the card on your account.',
    WRONG_PASSWORD: 'Your current password is incorrect.',
    WRONG_CODE: 'This code is not valid or was already used. Please try another one.',
    PASSKEY_REJECTED: 'This passkey was not accepted. Please try another way.',
    CARD_PROVIDER_REFUSED:
      'Our card provider refused this, and trying again will not change that. Our team has been told. Please write to us.',
  },
  428: {
    PROOF_OF_WORK_REQUIRED: 'Unusually many cards are refused right now. Please try again to continue.',
  },
  429: {
    TOO_MANY_REQUESTS: 'Too many requests. Please wait a moment and try again.',
  },
  431: {
    HEADERS_TOO_LARGE: 'The request headers are too large.',
  },
  500: {
    INTERNAL: 'Something went wrong on our side. Please try again.',
  },
  503: {
    UNAVAILABLE: 'The service is busy or restarting. Please try again in a moment.',
    SMS_UNAVAILABLE: 'Text messages are not available at the moment.',
    SLACK_UNAVAILABLE: 'Slack is not available at the moment.',
    PUSH_UNAVAILABLE: 'Browser notifications are not available at the moment.',
  },
} as const;

type Sentences = typeof sentences;
export type ErrorCode = { [Status in keyof Sentences]: keyof Sentences[Status] }[keyof Sentences];

const listErrors = () =>
  Object.entries(sentences).flatMap(([status, codes]) =>
    Object.entries(codes).map(([code, detail]) => [code, { status: Number(status), detail }] as const),
  );

// Marked as pure, so that pages, which show the sentence of an answer, do not carry all of them.
export const errorCatalog = /* @__PURE__ */ Object.fromEntries(/* @__PURE__ */ listErrors()) as Readonly<
  Record<ErrorCode, { readonly status: number; readonly detail: string }>
>;

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
