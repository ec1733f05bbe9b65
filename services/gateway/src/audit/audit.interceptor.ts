import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { type Observable, tap } from 'rxjs';
import { readRouteInput, routeOf } from '../http/handle-route.js';
import type { IdentifiedRequest } from '../http/identity.js';
import { AccessRecorder } from './access-recorder.js';
import { toAccessRecord } from './to-access-record.js';

/** Records what routes declare as `audit`. An export begins only once its record is in the audit log. */
@Injectable()
export class AuditInterceptor implements NestInterceptor {
  constructor(private readonly recorder: AccessRecorder) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const route = routeOf(context);
    const request = context.switchToHttp().getRequest<IdentifiedRequest>();
    if (route?.audit === 'export') {
      // Rejects invalid input first: nothing is exported then.
      readRouteInput(route, context);
      await this.recorder.write(toAccessRecord('data-exported', route, request));
    }
    if (route?.audit !== 'personal-data') return next.handle();
    return next
      .handle()
      .pipe(tap(() => this.recorder.add(toAccessRecord('personal-data-read', route, request))));
  }
}
