import { routes } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { assertPageUser } from '../auth/page-user.js';
import { EVENT_STREAM } from '../http/event-stream.js';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import { LiveService } from './live.service.js';
import { parsePosition } from './position.js';

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
