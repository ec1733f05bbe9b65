import { ANY_TYPE, DomainError } from '@desk/contracts';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Schema } from 'yup';
import { bodyError } from './body-parsing.js';
import { routeOf } from './handle-route.js';

/** Whether a body without any field is accepted. */
export const allowsNothing = (schema: Schema): boolean => schema.isValidSync({}, { strict: true });

/**
 * Whether the request has neither a body nor a content type, as generated clients send it. Pages of other sites can send
 * such requests too, but `CrossSiteGuard` has refused those already.
 */
const sendsNothing = ({ headers }: Request): boolean =>
  headers['content-type'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  (headers['content-length'] ?? '0') === '0';

/** Rejects content types the route does not accept, then bodies that could not be parsed. */
@Injectable()
export class BodyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const route = routeOf(context);
    if (!route || route.method === 'GET') return true;
    const request = context.switchToHttp().getRequest<Request>();
    const schema = route.body ?? route.documentedBody;
    if (sendsNothing(request) && (!schema || allowsNothing(schema))) return true;
    const contentType = (request.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
    if (!route.contentTypes.includes(ANY_TYPE) && !route.contentTypes.includes(contentType)) {
      // RFC 9110, section 15.5.16: the header names what would be accepted.
      context.switchToHttp().getResponse<Response>().setHeader('accept', route.contentTypes.join(', '));
      throw new DomainError('UNSUPPORTED_MEDIA_TYPE', {
        detail: `Send the body as ${route.contentTypes.join(' or ')}, and name it in the header Content-Type.`,
      });
    }
    const error = bodyError(request);
    if (error) throw error;
    return true;
  }
}
