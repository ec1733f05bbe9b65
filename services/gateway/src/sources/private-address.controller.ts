import { DomainError, routes } from '@desk/contracts';
import { Controller, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import type { IdentifiedFunnel } from '../http/identity.js';
import { rawBodyOf } from '../http/body-parsing.js';
import { LeadIntake, parseIdempotencyKey } from '../ingest/lead-intake.js';
import { LeadTester } from '../ingest/lead-tester.js';
import { RejectionCounter } from '../ingest/rejection-counter.js';
import { faultyFields, RejectionFilter, rejectionReasonOf } from '../ingest/rejection.filter.js';
import { type Answer, answerFormOf, type Outcome, toAnswer } from './answers.js';
import { type ArrivedPost, findIn, toText } from './arrived-post.js';
import { answerHandshake } from './handshakes.js';
import { type IncomingRequest, readRequest } from './incoming-request.js';
import { LeadNotifications } from './lead-notifications.js';
import { asNamed, toBody } from './lead-of-post.js';
import { PostHolder } from './post-holder.js';
import { type ReadPost, readPost } from './read-post.js';
import { isSame, isSigned } from './signatures.js';
import type { Secrets, Source } from './source.js';
import { findSource } from './sources.js';

type Exchange = Omit<RouteInput<'postToAddress'>, 'params'>;

/**
 * Accepts leads in the format of any tool. The address names the tool, or its posts identify it. A refused post is held
 * before it is answered.
 */
@Controller()
export class PrivateAddressController {
  constructor(
    private readonly intake: LeadIntake,
    private readonly tester: LeadTester,
    private readonly rejections: RejectionCounter,
    private readonly holder: PostHolder,
    private readonly notifications: LeadNotifications,
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

  /** Refusals of this route are not counted, because nothing is posted. */
  @HandleRoute(routes.getAddress)
  getAddress(input: RouteInput<'getAddress'>): void {
    if (!this.shakeHands(input, null)) throw getNotAllowedError();
  }

  /** Opening the address, as link previews do, posts nothing. */
  @HandleRoute(routes.getFromTool)
  @UseFilters(RejectionFilter)
  async getFromTool(input: RouteInput<'getFromTool'>): Promise<void> {
    const { request, params } = input;
    if (this.shakeHands(input, params.tool)) return;
    const isPost = request.method === 'GET' && request.originalUrl.includes('?');
    if (!findSource(params.tool)?.takesGet || !isPost) throw getNotAllowedError();
    await this.answer(input, params.tool);
  }

  @HandleRoute(routes.confirmAddress)
  confirm({ params }: RouteInput<'confirmAddress'>): Record<string, never> {
    if (params.part !== 'funnel_webhooks') throw new DomainError('NOT_FOUND');
    return {};
  }

  /** Answers a handshake. Returns false if the request is none. */
  private shakeHands({ request, response, funnel }: Exchange, tool: string | null): boolean {
    const answer = answerHandshake(new URLSearchParams(queryOf(request)), tool, secretsOf(funnel));
    if (answer) send(response, answer);
    return answer !== undefined;
  }

  private async answer({ request, response, funnel }: Exchange, tool: string | null): Promise<void> {
    const incoming = toIncoming(request, tool);
    const { source, post } = await this.read(funnel, incoming);
    const secrets = secretsOf(funnel);
    assertSent(source, post, secrets, request);
    const notified = source.readNotification?.(post.body);
    const answer = notified
      ? await this.notifications.accept({ funnelId: funnel.funnelId, secrets }, incoming, source, notified)
      : await this.answerPost(funnel, incoming, source, post);
    send(response, answer);
  }

  private async answerPost(
    funnel: IdentifiedFunnel,
    incoming: IncomingRequest,
    source: Source,
    post: ArrivedPost,
  ): Promise<Answer> {
    const outcome = await this.accept(funnel, incoming, source, post);
    return toAnswer(answerFormOf(source, post, incoming.contentType), outcome, source.acceptedStatus);
  }

  private async read(
    { funnelId }: IdentifiedFunnel,
    incoming: IncomingRequest,
  ): Promise<{ readonly source: Source; readonly post: ArrivedPost }> {
    try {
      return await readRequest(incoming);
    } catch (error) {
      await this.holder.hold(funnelId, incoming, error);
      throw error;
    }
  }

  /** @throws any failure that is not about the post */
  private async accept(
    funnel: IdentifiedFunnel,
    incoming: IncomingRequest,
    source: Source,
    arrived: ArrivedPost,
  ): Promise<Outcome> {
    const post = readPost(source, arrived, funnel.mapping);
    try {
      const body = toBody(post);
      const key = parseIdempotencyKey(incoming.idempotencyKey ?? post.idempotencyKey, 'Idempotency-Key');
      const accepted = await (post.isTest
        ? this.tester.try(funnel.funnelId, body)
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

const secretsOf = ({ secrets = [] }: IdentifiedFunnel): Secrets =>
  Object.fromEntries(secrets.map(({ tool, secret }) => [tool, secret]));

const getNotAllowedError = (): DomainError =>
  new DomainError('METHOD_NOT_ALLOWED', {
    detail: 'This address takes leads by POST.',
    info: { allow: 'POST' },
  });

function send(response: Response, { status, contentType, body }: Answer): void {
  response.status(status).setHeader('content-type', contentType);
  response.send(body);
}

/**
 * @throws UNSIGNED_POST if the funnel's connection has a secret of the tool that the post neither contains nor is
 * signed with
 */
function assertSent(
  { id, signature, secretAt }: Source,
  post: ArrivedPost,
  secrets: Secrets,
  request: Request,
): void {
  const secret = secrets[id as keyof Secrets];
  if (secret === undefined) return;
  const isFromTool = signature
    ? isSigned(signature, secret, request.get(signature.header), rawBodyOf(request))
    : secretAt !== undefined && isSame(toText(findIn(post, secretAt)) ?? '', secret);
  if (!isFromTool) throw new DomainError('UNSIGNED_POST');
}

const queryOf = (request: Request): string => request.originalUrl.split('?').slice(1).join('?');

const toIncoming = (request: Request, tool: string | null): IncomingRequest => ({
  tool,
  contentType: request.get('content-type') ?? '',
  query: queryOf(request),
  body: rawBodyOf(request),
  idempotencyKey: request.get('idempotency-key') ?? null,
});

const describeOthers = ({ extras, dropped }: ReadPost): string[] => [
  ...extras.map(({ name }) => `${name} is not a lead field. It goes with the lead.`),
  ...dropped.map((name) => `${name} is not a lead field, and too long or too much to go with it.`),
];
