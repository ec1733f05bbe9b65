import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Access, Passive } from '../auth/access.js';
import type { SignedIn } from '../auth/session.strategy.js';
import { Current } from '../auth/signed-in.js';
import { EVENT_STREAM } from '../http/event-stream.js';
import { Documented } from '../openapi/documented.js';
import { LiveService } from './live.service.js';
import { positionOf } from './position.js';

const HOLDS =
  'Events `hello`, `lead-sold`, `lead-delivered`, `eligibility-changed` and `reset`; the id is the number in the ' +
  "agent's feed, the data is JSON: `leadId` (or null) and `at`. After `reset` everything must be read afresh.";

@Controller('api/live')
@Access('agent')
export class LiveController {
  constructor(private readonly live: LiveService) {}

  @Get()
  @Passive()
  @Documented({
    summary: 'What changes for the agent, as server-sent events; `Last-Event-ID` resumes without a gap',
    text: { type: EVENT_STREAM, holds: HOLDS },
  })
  async listen(
    @Current() signedIn: SignedIn,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    // Express asks this route for HEAD too, and that has an end.
    if (request.method === 'HEAD') response.type(EVENT_STREAM).end();
    else await this.live.listen(signedIn, positionOf(request.get('last-event-id')), response);
  }
}
