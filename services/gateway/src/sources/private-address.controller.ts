import { DomainError, type FieldError, routes } from '@desk/contracts';
import { crashPoint } from '@desk/service-kit';
import { Controller, UseFilters } from '@nestjs/common';
import type { Request } from 'express';
import { rawBodyOf } from '../http/body-parsing.js';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import { LeadIntake, parseIdempotencyKey, type PostingFunnel } from '../ingest/lead-intake.js';
import { RejectionCounter } from '../ingest/rejection-counter.js';
import { RejectionFilter, rejectionReasonOf } from '../ingest/rejection.filter.js';
import { answerFormOf, type Outcome, toAnswer } from './answers.js';
import type { ArrivedPost } from './arrived-post.js';
import { readBody, readForm } from './read-body.js';
import { type ReadPost, readPost, sentAs } from './read-post.js';
import type { Source } from './source.js';
import { findSource, recognize } from './sources.js';
import { nameOf } from './unfold.js';

/** Accepts leads in the form of any tool, which is recognized by what it sends, or named in the address. */
@Controller()
export class PrivateAddressController {
  constructor(
    private readonly intake: LeadIntake,
    private readonly rejections: RejectionCounter,
  ) {}

  @HandleRoute(routes.postToAddress)
  @UseFilters(RejectionFilter)
  post(input: RouteInput<'postToAddress'>): Promise<void> {
    return this.answer(input, recognize);
  }

  @HandleRoute(routes.postFromTool)
  @UseFilters(RejectionFilter)
  postFromTool(input: RouteInput<'postFromTool'>): Promise<void> {
    return this.answer(input, () => findSource(input.params.tool));
  }

  private async answer(
    { request, response, ...funnel }: Omit<RouteInput<'postToAddress'>, 'params'>,
    findSourceOf: (post: ArrivedPost) => Source,
  ): Promise<void> {
    const contentType = request.get('content-type') ?? '';
    const bytes = rawBodyOf(request);
    const post = {
      query: readForm(queryOf(request)),
      body: bytes.length === 0 ? {} : await readBody(bytes, contentType),
    };
    const source = findSourceOf(assertOne(post));
    const outcome = await this.accept(funnel, readPost(source, post), request);
    const answer = toAnswer(answerFormOf(source, post, contentType), outcome, source.acceptedStatus);
    crashPoint('gateway.before-ack');
    response.once('finish', () => crashPoint('gateway.after-ack'));
    response.status(answer.status).setHeader('content-type', answer.contentType);
    response.send(answer.body);
  }

  /** @throws what says nothing about the post */
  private async accept(funnel: PostingFunnel, post: ReadPost, request: Request): Promise<Outcome> {
    const body = Object.fromEntries([...post.fields].map(([field, { value }]) => [field, value]));
    try {
      assertNoConflict(post);
      const key = parseIdempotencyKey(
        request.get('idempotency-key') ?? post.idempotencyKey,
        'Idempotency-Key',
      );
      const accepted = await (post.isTest
        ? this.intake.try(funnel.funnelId, body)
        : this.intake.post(funnel, body, key, post.extras));
      return { accepted, warnings: describeOthers(post) };
    } catch (error) {
      const reason = rejectionReasonOf(error);
      if (!(error instanceof DomainError) || reason === undefined) throw error;
      this.rejections.count(funnel.funnelId, reason);
      return { refused: asNamed(error, post) };
    }
  }
}

const describeOthers = ({ extras, dropped }: ReadPost): string[] => [
  ...extras.map(({ name }) => `${name} is no field of a lead. It goes with the lead.`),
  ...dropped.map((name) => `${name} is no field of a lead, and too long or too much to go with it.`),
];

const queryOf = ({ originalUrl }: Request): string => originalUrl.split('?').slice(1).join('?');

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

/** @throws INVALID_REQUEST */
function assertNoConflict(post: ReadPost): void {
  if (post.conflicts.length === 0) return;
  const faults = post.conflicts.map(({ field, value }): FieldError => ({
    field: nameOf(value),
    message: `Already given as ${sentAs(post, field)}`,
  }));
  throw new DomainError('INVALID_REQUEST', { fields: faults });
}

/** Names the fields as the sender did. */
const asNamed = (error: DomainError, post: ReadPost): DomainError =>
  new DomainError(error.code, {
    detail: error.message,
    fields: error.fields.map(({ field, message }) => ({ field: sentAs(post, field), message })),
    info: error.info,
  });
