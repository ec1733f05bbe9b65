import { routes } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { EVENT_STREAM } from '../http/event-stream.js';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import { LiveService } from './live.service.js';
import { parsePosition } from './position.js';

@Controller()
export class LiveController {
  constructor(private readonly live: LiveService) {}

  @HandleRoute(routes.streamLiveEvents)
  async stream({ sid, user, request, response }: RouteInput<'streamLiveEvents'>): Promise<void> {
    // Express routes HEAD requests here too, and a HEAD request must end.
    if (request.method === 'HEAD') response.type(EVENT_STREAM).end();
    else await this.live.listen({ sid, user }, parsePosition(request.get('last-event-id')), response);
  }
}
