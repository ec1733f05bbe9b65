import { boolean, number, object, string, type InferType } from 'yup';
import { twilioCodes } from '../messages/twilio-refusals.js';
import { slackErrors } from '../slack/workspace.js';

const httpKinds = ['latency', 'lost-answer', 'lost-request', 'status', 'refuse'];
const smtpKinds = ['lost-request', 'drop', 'reject', 'defer'];
/** The field that a kind of fault needs. */
const needs = [
  ['latency', 'ms'],
  ['refuse', 'code'],
  ['status', 'status'],
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
    .when('target', ([target]: unknown[], schema) => schema.oneOf(target === 'smtp' ? smtpKinds : httpKinds)),
  status: number().integer().min(400).max(599),
  ms: number().integer().min(0).max(600_000),
  /** How Twilio or Slack refuses: `21610`, `is_archived`. */
  code: string().oneOf([...slackErrors, ...twilioCodes.map(String)]),
  times: number().integer().min(1).max(1_000_000),
  /** Whether the request takes effect despite the error answer. */
  effect: boolean(),
  /** `Retry-After` of a `status` answer; ignored by the card provider's API. */
  retryAfterSeconds: number().integer().min(0).max(86_400),
  /** Parts of the error in a `status` answer of the card provider's API, besides those that follow from the status. */
  error: object({
    code: string().max(100),
    param: string().max(200),
  })
    .noUnknown()
    .default(undefined)
    .optional(),
  /** Body of a `status` answer; ignored by the card provider's API. */
  body: string().max(10_000),
})
  .noUnknown()
  .required()
  .test('needs', function checkNeeds(value) {
    const missing = needs.find(([kind, field]) => value.kind === kind && value[field] === undefined);
    if (!missing) return true;
    const [kind, path] = missing;
    return this.createError({ path, message: `${path} is required when kind is ${kind}` });
  });

export type FaultInput = InferType<typeof faultInput>;
