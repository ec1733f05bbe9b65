import { boolean, number, object, string, ValidationError, type InferType } from 'yup';

const httpKinds = ['latency', 'lost-answer', 'lost-request', 'status'] as const;
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

/** What `POST /sandbox/faults` takes. Times are milliseconds; `times` left out means until it is deleted. */
export const faultInput = object({
  target: string().oneOf(['http', 'smtp']).default('http'),
  match: object({
    method: string().oneOf(['GET', 'POST', 'DELETE']),
    /** `*` stands for one path segment, `**` at the end for the rest. */
    path: string().matches(/^\/\S*$/, 'match.path must begin with /'),
    /** For smtp: part of a recipient's address. */
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
  times: number().integer().min(1).max(1_000_000),
  probability: number().min(0).max(1).default(1),
  /** Whether the effect happens although the answer says otherwise. */
  effect: boolean(),
  /** Body of a `status` answer on endpoints other than the card provider's. */
  body: string().max(10_000),
})
  .noUnknown()
  .required()
  .test('status', 'status is required when kind is status', function status(value) {
    return value.kind !== 'status' || value.status !== undefined
      ? true
      : this.createError({ path: 'status', message: 'status is required when kind is status' });
  })
  .test('ms', 'ms is required when kind is latency', function ms(value) {
    return value.kind !== 'latency' || value.ms !== undefined
      ? true
      : this.createError({ path: 'ms', message: 'ms is required when kind is latency' });
  });

export type FaultInput = InferType<typeof faultInput>;

export type Checked<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fields: Field[] };
export interface Field {
  readonly field: string;
  readonly message: string;
}

export const fieldsOf = (error: ValidationError): Field[] =>
  (error.inner.length > 0 ? error.inner : [error]).map((one) => {
    const unknown = one.params?.['unknown'];
    const path = one.path ?? '';
    const name = typeof unknown === 'string' ? [path, unknown].filter(Boolean).join('.') : path;
    return { field: name === '' ? 'body' : name, message: one.message };
  });

export function readFault(input: unknown): Checked<FaultInput> {
  try {
    const value = faultInput.validateSync(input, { strict: true, abortEarly: false });
    return { ok: true, value: faultInput.cast(value) };
  } catch (error) {
    if (error instanceof ValidationError) return { ok: false, fields: fieldsOf(error) };
    throw error;
  }
}
