import { DomainError, type Mapping, routes } from '@desk/contracts';
import { crashPoint } from '@desk/service-kit';
import { Controller, UseFilters } from '@nestjs/common';
import type { Request } from 'express';
import { rawBodyOf } from '../http/body-parsing.js';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import { LeadIntake, parseIdempotencyKey, type PostingFunnel } from '../ingest/lead-intake.js';
import { RejectionCounter } from '../ingest/rejection-counter.js';
import { faultyFields, RejectionFilter, rejectionReasonOf } from '../ingest/rejection.filter.js';
import { answerFormOf, type Outcome, toAnswer } from './answers.js';
import type { ArrivedPost } from './arrived-post.js';
import { type IncomingRequest, readRequest } from './incoming-request.js';
import { asNamed, toBody } from './lead-of-post.js';
import { PostHolder } from './post-holder.js';
import { type ReadPost, readPost } from './read-post.js';
import type { Source } from './source.js';
import { findSource } from './sources.js';

interface AddressFunnel extends PostingFunnel {
  readonly mapping: Mapping | null;
}

/**
 * Accepts leads in the form of any tool, which is recognized by what it sends, or named in the address. What is refused
 * is held before it is answered.
 */
@Controller()
export class PrivateAddressController {
  constructor(
    private readonly intake: LeadIntake,
    private readonly rejections: RejectionCounter,
    private readonly holder: PostHolder,
  ) {}

  @HandleRoute(routes.postToAddress)
  @UseFilters(RejectionFilter)
  post(input: RouteInput<'postToAddress'>): Promise<void> {
    return this.answer(input, null);
  }

  @HandleRoute(routes.postFromTool)
  @UseFilters(RejectionFilter)
  postFromTool(input: RouteInput<'postFromTool'>): Promise<void> {
    return this.answer(input, input.params.tool);
  }

  /** A look at the address, such as a preview of a link, posts nothing. */
  @HandleRoute(routes.getFromTool)
  @UseFilters(RejectionFilter)
  getFromTool(input: RouteInput<'getFromTool'>): Promise<void> {
    const { request, params } = input;
    const isPost = request.method === 'GET' && request.originalUrl.includes('?');
    if (!findSource(params.tool).takesGet || !isPost)
      throw new DomainError('METHOD_NOT_ALLOWED', {
        detail: 'This address takes leads by POST.',
        info: { allow: 'POST' },
      });
    return this.answer(input, params.tool);
  }

  @HandleRoute(routes.confirmAddress)
  confirm({ params }: RouteInput<'confirmAddress'>): Record<string, never> {
    if (params.part !== 'funnel_webhooks') throw new DomainError('NOT_FOUND');
    return {};
  }

  private async answer(
    { request, response, ...funnel }: Omit<RouteInput<'postToAddress'>, 'params'>,
    tool: string | null,
  ): Promise<void> {
    const incoming = toIncoming(request, tool);
    const { source, post } = await this.read(funnel, incoming);
    const outcome = await this.accept(funnel, incoming, source, post);
    const answer = toAnswer(answerFormOf(source, post, incoming.contentType), outcome, source.acceptedStatus);
    crashPoint('gateway.before-ack');
    response.once('finish', () => crashPoint('gateway.after-ack'));
    response.status(answer.status).setHeader('content-type', answer.contentType);
    response.send(answer.body);
  }

  private async read(
    { funnelId }: AddressFunnel,
    incoming: IncomingRequest,
  ): Promise<{ readonly source: Source; readonly post: ArrivedPost }> {
    try {
      return await readRequest(incoming);
    } catch (error) {
      await this.holder.hold(funnelId, incoming, error);
      throw error;
    }
  }

  /** @throws what says nothing about the post */
  private async accept(
    funnel: AddressFunnel,
    incoming: IncomingRequest,
    source: Source,
    arrived: ArrivedPost,
  ): Promise<Outcome> {
    const post = readPost(source, arrived, funnel.mapping);
    try {
      const body = toBody(post);
      const key = parseIdempotencyKey(incoming.idempotencyKey ?? post.idempotencyKey, 'Idempotency-Key');
      const accepted = await (post.isTest
        ? this.intake.try(funnel.funnelId, body)
        : this.intake.post(funnel, body, key, post.extras));
      return { accepted, warnings: describeOthers(post) };
    } catch (error) {
      const reason = rejectionReasonOf(error);
      if (!(error instanceof DomainError) || reason === undefined) throw error;
      this.rejections.count(funnel.funnelId, reason, faultyFields(error));
      const refused = asNamed(error, post);
      await this.holder.hold(funnel.funnelId, incoming, refused);
      return { refused };
    }
  }
}

const toIncoming = (request: Request, tool: string | null): IncomingRequest => ({
  tool,
  contentType: request.get('content-type') ?? '',
  query: request.originalUrl.split('?').slice(1).join('?'),
  body: rawBodyOf(request),
  idempotencyKey: request.get('idempotency-key') ?? null,
});

const describeOthers = ({ extras, dropped }: ReadPost): string[] => [
  ...extras.map(({ name }) => `${name} is no field of a lead. It goes with the lead.`),
  ...dropped.map((name) => `${name} is no field of a lead, and too long or too much to go with it.`),
];
