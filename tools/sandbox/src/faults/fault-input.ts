import { refusalCodes } from './service-refusals.js';
import { boolean, number, object, string, ValidationError, type InferType } from 'yup';

const httpKinds = ['latency', 'lost-answer', 'lost-request', 'status', 'refuse'] as const;
const smtpKinds = [
  'latency',
  'lost-answer',
  'lost-request',
  'drop',
  'reject',
  'defer',
  'hang',
  'status',
] as const;

/** Body of `POST /sandbox/faults`. Without `times`, the fault applies until it is deleted. */
export const faultInput = object({
  target: string().oneOf(['http', 'smtp']).default('http'),
  match: object({
    method: string().oneOf(['GET', 'POST', 'DELETE']),
    /** `*` matches one path segment, `**` at the end matches the rest. */
    path: string().matches(/^\/\S*$/, 'match.path must start with /'),
    /** SMTP only: part of a recipient's address. */
    to: string().max(254),
  })
    .noUnknown()
    .default({}),
  kind: string()
    .required()
    .when('target', ([target]: unknown[], schema) =>
      schema.oneOf(target === 'smtp' ? [...smtpKinds] : [...httpKinds]),
    ),
  status: number().integer().min(400).max(599),
  ms: number().integer().min(0).max(600_000),
  /** The fault ends this long after it was added, by the clock that `POST /sandbox/clock` advances. */
  forMs: number()
    .integer()
    .min(1)
    .max(7 * 86_400_000),
  /** How Twilio or Slack refuses: `21610`, `is_archived`. */
  code: string().oneOf([...refusalCodes]),
  times: number().integer().min(1).max(1_000_000),
  probability: number().min(0).max(1).default(1),
  /** Whether the request takes effect despite the error answer. */
  effect: boolean(),
  /** `Retry-After` of a `status` answer; ignored by the card provider's API. */
  retryAfterSeconds: number().integer().min(0).max(86_400),
  /** Parts of the error that a `status` answer of the card provider's API holds, besides those that follow from the status. */
  error: object({
    code: string().max(100),
    decline_code: string().max(100),
    message: string().max(1_000),
    param: string().max(200),
    type: string().oneOf(['card_error', 'invalid_request_error', 'idempotency_error', 'api_error'] as const),
  })
    .noUnknown()
    .default(undefined)
    .optional(),
  /** Body of a `status` answer; ignored by the card provider's API. */
  body: string().max(10_000),
})
  .noUnknown()
  .required()
  .test('status', 'status is required when kind is status', function status(value) {
    return value.kind !== 'status' || value.status !== undefined
      ? true
      : this.createError({ path: 'status', message: 'status is required when kind is status' });
  })
  .test('code', 'code is required when kind is refuse', function code(value) {
    return value.kind !== 'refuse' || value.code !== undefined
      ? true
      : this.createError({ path: 'code', message: 'code is required when kind is refuse' });
  })
  .test('ms', 'ms is required when kind is latency', function ms(value) {
    return value.kind !== 'latency' || value.ms !== undefined
      ? true
      : this.createError({ path: 'ms', message: 'ms is required when kind is latency' });
  });

export type FaultInput = InferType<typeof faultInput>;

export type Checked<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fields: FieldError[] };
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

export const toFieldErrors = (error: ValidationError): FieldError[] =>
  (error.inner.length > 0 ? error.inner : [error]).map((entry) => {
    const unknown = entry.params?.['unknown'];
    const path = entry.path ?? '';
    const name = typeof unknown === 'string' ? [path, unknown].filter(Boolean).join('.') : path;
    return { field: name === '' ? 'body' : name, message: entry.message };
  });

export function parseFault(input: unknown): Checked<FaultInput> {
  try {
    const value = faultInput.validateSync(input, { strict: true, abortEarly: false });
    return { ok: true, value: faultInput.cast(value) };
  } catch (error) {
    if (error instanceof ValidationError) return { ok: false, fields: toFieldErrors(error) };
    throw error;
  }
}
