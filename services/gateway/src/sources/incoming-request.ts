import { ARRIVED_QUERY_MAX, ARRIVED_TEXT_MAX, type ArrivedRequest, DomainError } from '@desk/contracts';
import type { ArrivedPost } from './arrived-post.js';
import { readBody, readForm } from './read-body.js';
import type { Source } from './source.js';
import { findSource, recognize } from './sources.js';

/** A request at a private address, before it is read. */
export interface IncomingRequest extends Omit<ArrivedRequest, 'body'> {
  readonly body: Buffer;
}

/** Cuts what is longer than anything that is read. */
export const toStored = ({ body, ...request }: IncomingRequest): ArrivedRequest => ({
  tool: request.tool,
  contentType: request.contentType.slice(0, ARRIVED_TEXT_MAX),
  query: request.query.slice(0, ARRIVED_QUERY_MAX),
  idempotencyKey: request.idempotencyKey?.slice(0, ARRIVED_TEXT_MAX) ?? null,
  body: body.toString('base64'),
});
export const fromStored = ({ body, ...request }: ArrivedRequest): IncomingRequest => ({
  ...request,
  body: Buffer.from(body, 'base64'),
});

/**
 * Reads a request, and finds its tool: the one that the address names, or else the one that the request identifies.
 * Ignores an unknown name, because a misspelling must not lose leads.
 *
 * @throws MALFORMED_BODY, UNSUPPORTED_MEDIA_TYPE
 */
export async function readRequest({
  tool,
  contentType,
  query,
  body,
}: IncomingRequest): Promise<{ readonly source: Source; readonly post: ArrivedPost }> {
  const post = assertOne({
    query: readForm(query),
    body: body.length === 0 ? {} : await readBody(body, contentType),
  });
  return { source: findSource(tool ?? '') ?? recognize(post), post };
}

/** @throws MALFORMED_BODY for several leads, or none */
function assertOne(post: ArrivedPost): ArrivedPost {
  if (
    typeof post.body !== 'object' ||
    post.body === null ||
    (Array.isArray(post.body) && post.body.length !== 1)
  )
    throw new DomainError('MALFORMED_BODY', { detail: 'Send one lead in each request.' });
  return post;
}
