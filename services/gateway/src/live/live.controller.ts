import { routes } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import { LiveService } from './live.service.js';

/** Parses `Last-Event-ID`. Returns null if it is missing or cannot be one of our sequence numbers. */
export function parsePosition(lastEventId: string | undefined): number | null {
  if (lastEventId === undefined || !/^\d{1,9}$/.test(lastEventId)) return null;
  return Number(lastEventId);
}

@Controller()
export class LiveController {
  constructor(private readonly live: LiveService) {}

  @HandleRoute(routes.streamLiveEvents)
  stream({ request, response, ...page }: RouteInput<'streamLiveEvents'>): Promise<void> {
    const position = parsePosition(request.get('last-event-id'));
    return this.live.listen({ ...page, position }, response);
  }

  @HandleRoute(routes.streamAdminChanges)
  streamAdminChanges({ response, ...page }: RouteInput<'streamAdminChanges'>): Promise<void> {
    return this.live.listen({ ...page, position: null }, response);
  }
}
