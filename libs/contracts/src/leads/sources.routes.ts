import { array, type InferType, string } from 'yup';
import { defineRoute } from '../define-route.js';
import { flag, oneOf, strictObject } from '../primitives.js';
import { answerForms, sourceGroups } from './sources.values.js';

/** A tool that posts leads, for its page in the documentation. */
export const sourceSchema = strictObject({
  /** Also the last part of an address that names the tool. */
  id: string().required(),
  name: string().required(),
  group: oneOf(sourceGroups).required(),
  documentedAt: string().defined().nullable(),
  /** Text in ** is a label on the tool's screen; text in backticks is entered exactly as it is. */
  steps: array(string().required()).required(),
  screen: strictObject({
    title: string().required(),
    fields: array(strictObject({ label: string().required(), entry: string().required() })).required(),
  }),
  isRecognized: flag(),
  takesGet: flag(),
  /** Whether its posts contain only ids, with which we fetch the leads. */
  isFetched: flag(),
  /** Values that mark a test: where the value is, and the value. */
  tests: array(strictObject({ at: string().required(), value: string().required() })).required(),
  /** Whether a post is also a test if it has values that only the testing tool fills in. */
  hasTestValues: flag(),
  idempotencyKey: string().defined().nullable(),
  answer: oneOf(answerForms).required(),
  answerFormAt: string().defined().nullable(),
  /** An accepted lead is always answered with 200. */
  isAnswered200: flag(),
  onError: string().defined().nullable(),
});
export type SourceDto = InferType<typeof sourceSchema>;

export const sourcesAnswer = strictObject({ sources: array(sourceSchema).required() });
export type SourcesAnswer = InferType<typeof sourcesAnswer>;

export const sourceRoutes = {
  listSources: defineRoute('GET', '/api/sources', 'public', {
    summary: 'List the tools that can post leads, and how each is set up',
    answer: sourcesAnswer,
  }),
} as const;
