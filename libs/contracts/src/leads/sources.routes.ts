import { array, type InferType, string } from 'yup';
import { defineRoute } from '../define-route.js';
import { flag, oneOf, strictObject } from '../primitives.js';
import { answerForms, sourceGroups } from './sources.values.js';

/** A tool that posts leads, for its page in the documentation. */
export const sourceSchema = strictObject({
  /** Also the end of an address that names it. */
  id: string().required(),
  name: string().required(),
  group: oneOf(sourceGroups).required(),
  documentedAt: string().defined().nullable(),
  /** **This** is written on the tool's screen; `this` is entered exactly so. */
  steps: array(string().required()).required(),
  screen: strictObject({
    title: string().required(),
    fields: array(strictObject({ label: string().required(), entry: string().required() })).required(),
  }),
  isRecognized: flag(),
  takesGet: flag(),
  /** Whether its posts have ids alone, by which we fetch the leads. */
  isFetched: flag(),
  /** Each marks a test: the name of a value, and the value. */
  tests: array(strictObject({ at: string().required(), value: string().required() })).required(),
  /** Whether values that only its testing tool fills in mark a test, too. */
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
