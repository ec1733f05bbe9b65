import {
  ADDRESS_PLACE,
  type AnswerForm,
  type ConnectedTool,
  type PostedFieldName,
  type SourceGroup,
} from '@desk/contracts';
import type { Signature } from './signatures.js';
import type { NamedEntries } from './unfold.js';

/** Other names of our fields, in any case and with any punctuation. */
export type FieldNames = Readonly<Partial<Record<PostedFieldName, readonly string[]>>>;

/** The GET by which a platform verifies an address before it posts. */
export interface Handshake {
  /** The parameter whose text is sent back. */
  readonly parameter: string;
  /** Parameters that must have these values. */
  readonly others?: Readonly<Record<string, string>>;
  /** Whether to send back the text itself, or its HMAC with the connection's secret. */
  readonly answer: 'same' | 'hmac';
}

/** A lead in a notification. */
export interface NotifiedLead {
  readonly id: string;
  /** A notification of this lead alone. */
  readonly body: object;
}

/** The secrets with which a funnel's connections verify the posts of each tool. */
export type Secrets = Readonly<Partial<Record<ConnectedTool, string>>>;

/** Marks in a `Screen` where the private address is pasted. */
export const ADDRESS = `\`${ADDRESS_PLACE}\``;
/** The same with the id of the tool, for a tool whose posts do not identify it. */
export const addressOf = (id: string): string => `\`${ADDRESS_PLACE}/${id}\``;

/** A form of the tool, as a picture shows it. */
export interface Screen {
  readonly title: string;
  /** What to enter beside each label, from top to bottom. */
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * How to make the tool post here, in its own words. Text in ** is on its screen; text in backticks is entered exactly.
 */
export interface SetUp {
  readonly group: SourceGroup;
  /** The instructions of its maker; null if we know of none. */
  readonly documentedAt: string | null;
  readonly steps: readonly string[];
  /** Where the address is pasted. */
  readonly screen: Screen;
  /** What the tool does with a lead that was refused. */
  readonly onError?: string;
}

/**
 * A tool that posts leads, and what is particular about its posts. All paths are keys from the outside in, joined by
 * dots, in any case. Anything that is not declared is read like a post of any tool.
 */
export interface Source {
  readonly id: string;
  /** The name that people know. */
  readonly name: string;
  /** A post that has all paths of one of these sets comes from this tool. Empty if nothing identifies its posts. */
  readonly recognizedBy: readonly (readonly string[])[];
  /** Paths that wrap the lead, in any case. Names inside are read without this prefix. */
  readonly wrappers?: readonly string[];
  /** What the tool puts before each name. */
  readonly prefix?: RegExp;
  /** Paths of values about the post itself, such as the time at which it was sent. */
  readonly envelope?: readonly string[];
  /** How its lists name their values. Default: as in most tools. */
  readonly entries?: NamedEntries;
  /** A list of the form's questions: the title of each is a further name of the value with that id. */
  readonly titles?: { readonly at: string; readonly id: string; readonly title: string };
  /** Paths whose values win over others for the same field. */
  readonly preferred?: readonly string[];
  /** Paths whose values belong to no field, whatever their names. */
  readonly others?: readonly string[];
  /** Names that are preferred to the usual ones. */
  readonly names?: FieldNames;
  /** For a tool that can post by GET: at an address that names it, the query string is a post. */
  readonly takesGet?: true;
  /** Paths of what the tool's user configured it to send: keys, passwords. */
  readonly secrets?: readonly string[];
  /** Where the tool marks a test, and with which texts in lower case. */
  readonly tests?: readonly { readonly at: string; readonly values: readonly string[] }[];
  /** Matches values that occur in tests only. */
  readonly testValue?: RegExp;
  /** How posts are signed, if the funnel's connection has a secret of the tool. */
  readonly signature?: Signature;
  /** Path of the secret, for a tool that sends the secret instead of a signature. */
  readonly secretAt?: string;
  readonly handshake?: Handshake;
  /** For a platform that posts ids of leads, not leads: undefined for any other post. */
  readonly readNotification?: (body: unknown) => readonly NotifiedLead[] | undefined;
  /** The leads in its notifications can be fetched. */
  readonly isFetched?: true;
  /** Path of an id that stays the same when the tool repeats a post. */
  readonly idempotencyKey?: string;
  readonly answer?: AnswerForm;
  /** Where the tool says in which form it wants the answer: `XML`, `JSON`. */
  readonly answerFormAt?: string;
  /** For a tool that treats any other status as a failure. */
  readonly acceptedStatus?: 200;
  readonly setUp: SetUp;
}
