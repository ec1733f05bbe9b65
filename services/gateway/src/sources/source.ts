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
  /** The parameter that has what must be answered. */
  readonly parameter: string;
  /** Parameters that must have these values. */
  readonly others?: Readonly<Record<string, string>>;
  /** What is answered: the same, or its HMAC by the connection's secret. */
  readonly answer: 'same' | 'hmac';
}

/** A lead in a notification. */
export interface NotifiedLead {
  readonly id: string;
  /** A notification of this lead alone. */
  readonly body: object;
}

/** With what a funnel's connections check the posts of each tool. */
export type Secrets = Readonly<Partial<Record<ConnectedTool, string>>>;

/** Where somebody pastes the private address. */
export const ADDRESS = `\`${ADDRESS_PLACE}\``;
/** The same with the name of the tool, for one that its posts do not identify. */
export const addressOf = (id: string): string => `\`${ADDRESS_PLACE}/${id}\``;

/** A form of the tool, as a picture shows it. */
export interface Screen {
  readonly title: string;
  /** What to enter beside each label, from top to bottom. */
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * How somebody makes the tool post here, in its own words. **This** is written on its screen; `this` is entered exactly so.
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
 * dots, in any case. Whatever is not declared is read as a post of any tool.
 */
export interface Source {
  readonly id: string;
  /** The name that people know. */
  readonly name: string;
  /** A post that has one of these sets of paths comes from this tool. Without any, none is recognized. */
  readonly signs: readonly (readonly string[])[];
  /** Paths that wrap the lead. Names inside are read without this prefix. */
  readonly wrappers?: readonly string[];
  /** What the tool puts before each name. */
  readonly prefix?: RegExp;
  /** What is about the post itself, such as the time at which it was sent. */
  readonly envelope?: readonly string[];
  /** How its lists name their values; as most tools do unless stated. */
  readonly entries?: NamedEntries;
  /** A list of the form's questions: the title of each is a further name of the value with that id. */
  readonly titles?: { readonly at: string; readonly id: string; readonly title: string };
  /** What is in these counts before the rest. */
  readonly preferred?: readonly string[];
  /** What belongs to no field, whatever its name says. */
  readonly others?: readonly string[];
  /** These count before the usual names. */
  readonly names?: FieldNames;
  /** For a tool that can post by GET: at an address that names it, the query string is a post. */
  readonly takesGet?: true;
  /** Where the tool puts what its user configured it to send: keys, passwords. */
  readonly secrets?: readonly string[];
  /** Where the tool marks a test, and with which texts in lower case. */
  readonly tests?: readonly { readonly at: string; readonly values: readonly string[] }[];
  /** What no value of a real lead is. */
  readonly testValue?: RegExp;
  /** How posts are signed, if the funnel's connection has a secret of the tool. */
  readonly signature?: Signature;
  /** Where a tool that signs nothing sends that secret itself. */
  readonly secretAt?: string;
  readonly handshake?: Handshake;
  /** For a platform that posts ids of leads, not leads: undefined for any other post. */
  readonly readNotification?: (body: unknown) => readonly NotifiedLead[] | undefined;
  /** The leads in its notifications can be fetched. */
  readonly isFetched?: true;
  /** What stays the same when the tool repeats a post. */
  readonly idempotencyKey?: string;
  readonly answer?: AnswerForm;
  /** Where the tool says in which form it wants the answer: `XML`, `JSON`. */
  readonly answerFormAt?: string;
  /** For a tool that takes any other status for a failure. */
  readonly acceptedStatus?: 200;
  readonly setUp: SetUp;
}
