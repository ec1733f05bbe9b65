import { truncate } from '@desk/contracts';
import type { Answer } from '../http/post-once.js';

/** Longest text shown of a request or an answer. */
const MAX_CHARACTERS = 2_000;

const shorten = (text: string): string => truncate(text, MAX_CHARACTERS);

const indent = (body: string): string => JSON.stringify(JSON.parse(body), null, 2);

/** Renders what was sent, for the agent who tests an endpoint. Indented, so it is not what the signature covers. */
export const describeRequest = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): string =>
  shorten(
    [
      `POST ${url}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      '',
      indent(body),
    ].join('\n'),
  );

export const describeAnswer = ({ status, contentType, body }: Answer): string =>
  shorten(
    [`HTTP ${status}`, ...(contentType === undefined ? [] : [`content-type: ${contentType}`]), '', body]
      .join('\n')
      .trimEnd(),
  );
