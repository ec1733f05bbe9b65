import { array, type InferType, type Schema, string } from 'yup';
import { boundedText } from '../bounded-text.js';
import { instant, oneOf, strictObject, uuid } from '../primitives.js';
import {
  CONNECTION_ERROR_MAX,
  CONNECTION_SECRET_MAX,
  type ConnectedTool,
  connectedToolFacts,
  connectedTools,
  META_ID,
  META_ID_MAX,
} from './connections.values.js';

/** A connection of a funnel with a tool, without its secrets. */
export const connectionSchema = strictObject({
  tool: oneOf(connectedTools).required(),
  savedAt: instant(),
  /** The admin who saved it. */
  savedBy: uuid(),
  /** The Page whose leads are fetched, with its access token; null for other tools than Meta. */
  page: strictObject({
    id: string().required(),
    /** Null until its forms were read. */
    name: string().nullable().defined(),
    /** Since when Meta has refused the token. Until another token is saved, leads wait and are not lost. */
    tokenRefusedAt: instant().nullable(),
    /** When the forms were last read, to find leads without a notification. */
    formsReadAt: instant().nullable(),
  }).nullable(),
  /** The last failure, in words; null once it works again. */
  error: strictObject({ message: string().max(CONNECTION_ERROR_MAX).required(), at: instant() }).nullable(),
});
export type Connection = InferType<typeof connectionSchema>;

export const connectionsSchema = strictObject({ connections: array(connectionSchema).required() });
export type Connections = InferType<typeof connectionsSchema>;

const secretText = () =>
  boundedText({
    max: CONNECTION_SECRET_MAX,
    pattern: /^\S+$/,
    message: `Must be 1 to ${CONNECTION_SECRET_MAX} characters without spaces`,
  }).optional();

/** Omitted fields stay unchanged. The first time, every field that the tool needs is required. */
export const connectionFields = {
  tool: oneOf(connectedTools, 'Tool').required(),
  /** Meta's app secret, LinkedIn's client secret, the key of Google's form, the secret of Typeform's webhook. */
  secret: secretText(),
  /** Only Meta's. */
  pageId: boundedText({ max: META_ID_MAX, pattern: META_ID, message: 'Must be a number' }).optional(),
  pageToken: secretText(),
};
export const connectionBody = strictObject(connectionFields);

/** The same for a tool that is not connected yet. Messages name each field as the tool calls it. */
export const newConnectionBody = (tool: ConnectedTool): Schema =>
  connectionBody.shape(
    Object.fromEntries(
      connectedToolFacts[tool].fields.map(({ name, label }) => [
        name,
        connectionFields[name].required(`${label} is required`),
      ]),
    ),
  );
