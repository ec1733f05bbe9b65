import { routes } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { assertPageUser } from '../auth/access.guard.js';
import { EVENT_STREAM } from '../http/event-stream.js';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import { LiveService } from './live.service.js';

/** Parses `Last-Event-ID`. Returns null if it is missing or cannot be a sequence number of ours. */
export function parsePosition(lastEventId: string | undefined): number | null {
  if (lastEventId === undefined || !/^\d{1,9}$/.test(lastEventId)) return null;
  return Number(lastEventId);
}

@Controller()
export class LiveController {
  constructor(private readonly live: LiveService) {}

  @HandleRoute(routes.streamLiveEvents)
  async stream(input: RouteInput<'streamLiveEvents'>): Promise<void> {
    const { sid, user, query, request, response, caller } = input;
    assertPageUser(query.userId, user.id, 'userId');
    // Express routes HEAD requests here too. A refused page sends one to learn why and when to return.
    if (request.method === 'HEAD') {
      this.live.assertRoomFor(caller);
      response.type(EVENT_STREAM).end();
      return;
    }
    const position = parsePosition(request.get('last-event-id'));
    await this.live.listen({ sid, user, caller, position }, response);
  }
}
